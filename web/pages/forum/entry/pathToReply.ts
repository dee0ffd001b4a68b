import { pathTo } from "../../../generated/paths";
import type { Lang } from "../../../lib/page";

export interface ThreadAddress {
  forumId: string;
  postId: string;
  /** The slug of the article whose comments they are. */
  article?: string;
}

/** The address of one reply in its thread, or of a comment under its article. */
export function pathToReply(lang: Lang, { article, ...thread }: ThreadAddress, number: number): string {
  const query = { reply: String(number) };
  const path = article
    ? pathTo.blogArticle({ lang, blogId: article }, query)
    : pathTo.forumPost({ lang, ...thread }, query);
  return `${path}#reply-${number}`;
}
