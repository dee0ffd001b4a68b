import { isBlank } from "./plain";
import type { RichTextNode } from "./schema";

/** One document after the other; a blank one adds nothing. */
export function joinDocuments(first: RichTextNode, second: RichTextNode): RichTextNode {
  if (isBlank(second)) return first;
  return isBlank(first) ? second : { type: "doc", content: [...(first.content ?? []), ...(second.content ?? [])] };
}
