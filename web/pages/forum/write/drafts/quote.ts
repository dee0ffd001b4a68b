/** Quoting: another text as a block at the end of the draft. */
import { isBlank, plainText } from "../../../../lib/richText/plain";
import type { RichTextNode } from "../../../../lib/richText/schema";

/**
 * The document with a quotation and an empty line to go on writing. Quotations inside of the quoted text are left out,
 * so that an answer to an answer does not grow into a staircase; so are its pictures, unless it has nothing else. `source` is the id of the quoted post or reply.
 */
export function withQuote(document: RichTextNode, quoted: RichTextNode, heading: string, source: string): RichTextNode {
  const words = wordsOf(quoted);
  const block: RichTextNode = {
    type: "blockquote",
    attrs: { source },
    content: [
      { type: "paragraph", content: [{ type: "text", marks: [{ type: "bold" }], text: heading }] },
      ...(words.length > 0 ? words : (quoted.content ?? []).filter((node) => node.type !== "table").slice(0, 1)),
    ],
  };
  const before = isBlank(document) ? [] : (document.content ?? []);
  return { type: "doc", content: [...before, block, { type: "paragraph" }] };
}

function wordsOf(quoted: RichTextNode): RichTextNode[] {
  const blocks = (quoted.content ?? []).flatMap((node) => (node.type === "table" ? linesOf(node) : [node]));
  return blocks.filter((node) => node.type !== "blockquote" && node.type !== "image" && !isBlank(node));
}

/** A quotation holds no table: each row becomes a line. */
function linesOf(table: RichTextNode): RichTextNode[] {
  return (table.content ?? []).map((row) => {
    const cells = (row.content ?? []).map((cell) => plainText(cell).replace(/\s+/g, " ").trim());
    return { type: "paragraph", content: [{ type: "text", text: cells.filter(Boolean).join(" | ") }] };
  });
}
