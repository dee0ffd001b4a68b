/** Rich text without its form: the words alone, and addresses for its headings. */
import { isPictureElsewhere } from "./address";
import type { RichTextNode } from "./schema";

const INLINE_PARENTS = new Set(["paragraph", "heading", "codeBlock", "detailsSummary"]);
const WORDLESS = new Set(["image", "gallery", "horizontalRule"]);

/** One line a block, as rich_text_plain in the database has it. */
export function plainText(node: RichTextNode): string {
  if (node.type === "text") return node.text ?? "";
  if (node.type === "hardBreak") return "\n";
  if (node.type === "mention") return `@${node.attrs?.label ?? "–"}`;
  if (node.type === "file") return String(node.attrs?.name ?? "");
  const parts = (node.content ?? []).filter((part) => !WORDLESS.has(part.type));
  return parts.map(plainText).join(INLINE_PARENTS.has(node.type) ? "" : "\n");
}

/** Nothing to read and nothing to see. */
export function isBlank(node: RichTextNode): boolean {
  return plainText(node).trim() === "" && !hasPicture(node);
}

function hasPicture(node: RichTextNode): boolean {
  return node.type === "image" || (node.content ?? []).some(hasPicture);
}

/** A picture of another host is being fetched: until it is stored, the text cannot be saved. */
export function isFetchingPicture(node: RichTextNode): boolean {
  if (node.type === "image") return isPictureElsewhere(String(node.attrs?.src));
  return (node.content ?? []).some(isFetchingPicture);
}

/**
 * An id for each heading, so that a part of a text can be linked to. The prefix keeps ids that people choose by their
 * headings apart from those of the page itself.
 */
export function headingIds(document: RichTextNode): Map<RichTextNode, string> {
  const ids = new Map<RichTextNode, string>();
  const taken = new Set<string>();
  const visit = (node: RichTextNode) => {
    if (node.type === "heading") ids.set(node, claimId(plainText(node), taken));
    for (const part of node.content ?? []) visit(part);
  };
  visit(document);
  return ids;
}

function claimId(words: string, taken: Set<string>): string {
  const plain = words.toLowerCase().replaceAll("đ", "d").normalize("NFKD").replace(/\p{M}/gu, "").normalize("NFC");
  const stem = `part-${plain
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)}`;
  let id = stem;
  for (let number = 2; taken.has(id); number++) id = `${stem}-${number}`;
  taken.add(id);
  return id;
}
