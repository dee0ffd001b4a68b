import type { RichTextNode } from "../../generated/payloads";
import { isLinkAddress } from "./address";

/** A line with a link in the place of a picture that the site does not have. */
export function linkToPicture({ attrs }: RichTextNode): RichTextNode {
  const [href, alt] = [String(attrs?.src ?? ""), String(attrs?.alt ?? "").trim()];
  if (!isLinkAddress(href)) return { type: "paragraph" };
  return {
    type: "paragraph",
    content: [{ type: "text", text: alt || href, marks: [{ type: "link", attrs: { href } }] }],
  };
}
