import { pathTo } from "../../../generated/paths";
import type { Lang } from "../../../lib/page";

/** The address of one reply in its thread. */
export function pathToReply(lang: Lang, address: { forumId: string; postId: string }, number: number): string {
  return `${pathTo.forumPost({ lang, ...address }, { reply: String(number) })}#reply-${number}`;
}
