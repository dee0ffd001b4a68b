/**
 * Rich text in a plain text field, before the editor is loaded or if it cannot be. Blocks that the writer does not touch
 * keep their form; changed ones become paragraphs.
 */
import { plainText } from "./plain";
import type { RichTextNode } from "./schema";

const TEXT_BLOCKS = new Set(["paragraph", "heading", "codeBlock"]);

/** The document as the text of a field: an empty line between blocks. */
export function toPlain(document: RichTextNode): string {
  const blocks = document.content ?? [];
  return blocks.map(plainBlock).join("\n\n");
}

/** The document after its plain text was edited to `text`. */
export function fromPlain(document: RichTextNode, text: string): RichTextNode {
  const blocks = document.content ?? [];
  const lines = blocks.map(plainBlock);
  let [from, to, rest] = [0, blocks.length, text as string | null];
  while (from < to && rest !== null) {
    const after = dropStart(rest, lines[from] ?? "");
    if (after === undefined) break;
    [rest, from] = [after, from + 1];
  }
  while (to > from && rest !== null) {
    const before = dropEnd(rest, lines[to - 1] ?? "");
    if (before === undefined) break;
    [rest, to] = [before, to - 1];
  }
  const edited = rest === null ? [] : editBlocks(blocks.slice(from, to), rest);
  return { type: "doc", content: [...blocks.slice(0, from), ...edited, ...blocks.slice(to)] };
}

/** Text in the field for a block without text, such as a picture. */
export function standIn(type: string, attrs: RichTextNode["attrs"]): string {
  if (type === "horizontalRule") return "———";
  if (type === "gallery") return "[…]";
  const words = type === "image" ? attrs?.alt : type === "file" ? attrs?.name : null;
  return type === "image" || type === "file" ? `[${typeof words === "string" && words ? words : "…"}]` : "";
}

function plainBlock(node: RichTextNode): string {
  return standIn(node.type, node.attrs) || plainText(node);
}

/** The text behind a first block; null: nothing is left; undefined: it begins otherwise. */
function dropStart(text: string, block: string): string | null | undefined {
  if (text === block) return null;
  return text.startsWith(`${block}\n`) ? text.slice(block.length).replace(/^\n{1,2}/, "") : undefined;
}

function dropEnd(text: string, block: string): string | null | undefined {
  if (text === block) return null;
  return text.endsWith(`\n${block}`) ? text.slice(0, text.length - block.length).replace(/\n{1,2}$/, "") : undefined;
}

function editBlocks(blocks: readonly RichTextNode[], text: string): RichTextNode[] {
  const [only] = blocks;
  const isOneLine = !text.includes("\n") || only?.type === "codeBlock";
  if (blocks.length === 1 && only && TEXT_BLOCKS.has(only.type) && isOneLine) {
    const content = editInline(only.content ?? [], text);
    const { content: _old, ...block } = only;
    return [content.length > 0 ? { ...block, content } : block];
  }
  return text.replace(/^\n+/, "").split(/\n+/).map(paragraph);
}

function paragraph(line: string): RichTextNode {
  return line ? { type: "paragraph", content: [{ type: "text", text: line }] } : { type: "paragraph" };
}

/** Marks stay on the characters before and behind the change; new characters have those of the character before them. */
function editInline(content: readonly RichTextNode[], text: string): RichTextNode[] {
  const old = content.map(plainText).join("");
  const most = Math.min(old.length, text.length);
  let start = 0;
  while (start < most && old[start] === text[start]) start++;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === text.at(-1 - end)) end++;
  const before = slice(content, 0, start);
  const added = text.slice(start, text.length - end);
  const last = before.at(-1);
  if (added && last?.type === "text") before[before.length - 1] = { ...last, text: `${last.text}${added}` };
  else if (added) before.push({ type: "text", text: added });
  return [...before, ...slice(content, old.length - end, old.length)];
}

function slice(content: readonly RichTextNode[], from: number, to: number): RichTextNode[] {
  let at = 0;
  return content.flatMap((node) => {
    const length = plainText(node).length;
    const [start, end] = [Math.max(from - at, 0), Math.min(to - at, length)];
    at += length;
    if (start >= end) return [];
    return [node.type === "text" ? { ...node, text: node.text?.slice(start, end) } : node];
  });
}
