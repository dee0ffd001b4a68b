/** Differences between two sequences of lines or words: the longest common part stays, the rest belongs to one of them. */
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

/** A part of two sequences: of both, or of one of them. */
export interface Part {
  side: Difference["side"] | "both";
  text: string;
}

// The table below has a cell for each pair of parts, of two bytes.
const MAX_CELLS = 4_000_000;

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
  return compare(theirs, yours).filter((part): part is Difference => part.side !== "both");
}

/** Both sequences as one, in order. Beyond the maximum, what lies between their equal ends differs as a whole. */
export function compare(theirs: readonly string[], yours: readonly string[]): Part[] {
  let start = 0;
  while (start < theirs.length && start < yours.length && theirs[start] === yours[start]) start += 1;
  let end = 0;
  const rest = Math.min(theirs.length, yours.length) - start;
  while (end < rest && theirs.at(-1 - end) === yours.at(-1 - end)) end += 1;
  const left = theirs.slice(start, theirs.length - end);
  const right = yours.slice(start, yours.length - end);
  const isTooLong = left.length * right.length > MAX_CELLS;
  return [
    ...partsOf("both", theirs.slice(0, start)),
    ...(isTooLong ? [...partsOf("theirs", left), ...partsOf("yours", right)] : compareMiddles(left, right)),
    ...partsOf("both", theirs.slice(theirs.length - end)),
  ];
}

function partsOf(side: Part["side"], texts: readonly string[]): Part[] {
  return texts.map((text) => ({ side, text }));
}

function compareMiddles(left: readonly string[], right: readonly string[]): Part[] {
  const common = commonLengths(left, right);
  const found: Part[] = [];
  let i = 0;
  let j = 0;
  while (i < left.length || j < right.length) {
    if (i < left.length && left[i] === right[j]) {
      found.push({ side: "both", text: left[i++] ?? "" });
      j += 1;
    } else if (j >= right.length || (i < left.length && lengthAt(common, i + 1, j) >= lengthAt(common, i, j + 1))) {
      found.push({ side: "theirs", text: left[i++] ?? "" });
    } else {
      found.push({ side: "yours", text: right[j++] ?? "" });
    }
  }
  return found;
}

/** How many parts in order the rests from each pair of places have in common. */
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
