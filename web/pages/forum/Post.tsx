import type { ForumPostPayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { Thread } from "./post/Thread";

/** A post with a page of its replies. The state of the reply form does not move to another post. */
export function Post({ data }: PageProps<ForumPostPayload>) {
  return <Thread key={data.post.entry.id} data={data} />;
}
