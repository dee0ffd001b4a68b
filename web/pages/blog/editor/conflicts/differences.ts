/** Differences between two texts, line by line: the longest common part stays, the rest belongs to one or the other. */
import { plainText } from "../../../../lib/richText/plain";
import { EMPTY_DOCUMENT, type RichTextNode } from "../../../../lib/richText/schema";

export interface Words {
  title: string;
  summary: string | null;
  body: RichTextNode;
}

export interface Difference {
  side: "theirs" | "yours";
  text: string;
}

// An article has some hundred blocks at most; beyond this the table below would be slow and too long to read.
const MAX_LINES = 1500;

export function linesOf(words: Words | undefined): string[] {
  if (!words) return [];
  const lines = [words.title, words.summary ?? "", ...plainText(words.body).split("\n")];
  return lines.map((line) => line.trim()).filter(Boolean);
}

/** A column of JSON holds rich text where our own functions wrote it. */
export function asNode(body: unknown): RichTextNode {
  return typeof body === "object" && body !== null ? (body as RichTextNode) : EMPTY_DOCUMENT;
}

export function differences(theirs: readonly string[], yours: readonly string[]): Difference[] {
  const left = theirs.slice(0, MAX_LINES);
  const right = yours.slice(0, MAX_LINES);
  const common = commonLengths(left, right);
  const found: Difference[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && left[i] === right[j]) {
      i += 1;
      j += 1;
    } else if (j >= right.length || (i < left.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      found.push({ side: "theirs", text: left[i++] ?? "" });
    } else {
      found.push({ side: "yours", text: right[j++] ?? "" });
    }
  }
  return found;
}

/** How many lines in order the rests from each pair of places have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const rows = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let i = left.length - 1; i >= 0; i--) {
    for (let j = right.length - 1; j >= 0; j--) {
      const isSame = left[i] === right[j];
      const length = isSame
        ? lengthAt(rows, i + 1, j + 1) + 1
        : Math.max(lengthAt(rows, i + 1, j), lengthAt(rows, i, j + 1));
      const row = rows[i];
      if (row) row[j] = length;
    }
  }
  return rows;
}

function lengthAt(rows: readonly Uint16Array[], i: number, j: number): number {
  return rows[i]?.[j] ?? 0;
}
