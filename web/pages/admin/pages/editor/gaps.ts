/**
 * The gaps of a template: `[[key: what to fill in]]` in its words. The same key stands in every language, so that one
 * answer fills all of them.
 */
import type { RichTextNode } from "../../../../lib/richText/schema";

const GAP = /\[\[([a-z]+): ([^\]]*)\]\]/g;
/** Answered by having read the text: its paragraph goes away. */
export const CHECK = "check";

export interface Gap {
  key: string;
  words: string;
}

/** The gaps of a document in their order, each key once. */
export function findGaps(node: RichTextNode): Gap[] {
  const found = new Map<string, Gap>();
  const visit = (part: RichTextNode) => {
    for (const [, key = "", words = ""] of (part.text ?? "").matchAll(GAP)) {
      if (!found.has(key)) found.set(key, { key, words });
    }
    for (const child of part.content ?? []) visit(child);
  };
  visit(node);
  return [...found.values()];
}

/** The document with these answers; a gap without an answer stays. */
export function fillGaps(node: RichTextNode, answers: ReadonlyMap<string, string>): RichTextNode {
  if (node.text !== undefined) return fillText(node, answers);
  if (!node.content) return node;
  const kept = answers.has(CHECK) ? node.content.filter((child) => !isCheck(child)) : node.content;
  return { ...node, content: kept.map((child) => fillGaps(child, answers)) };
}

function fillText(node: RichTextNode, answers: ReadonlyMap<string, string>): RichTextNode {
  const before = node.text ?? "";
  const text = before.replace(GAP, (whole, key: string) => answers.get(key) || whole);
  if (text === before) return node;
  const marks = node.marks?.filter((mark) => mark.type !== "highlight") ?? [];
  const { marks: _old, ...bare } = node;
  return { ...bare, text, ...(marks.length > 0 && { marks }) };
}

function isCheck(node: RichTextNode): boolean {
  return node.type === "paragraph" && (node.content ?? []).some((child) => child.text?.startsWith(`[[${CHECK}:`));
}
