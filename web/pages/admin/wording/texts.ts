/** Interface texts to change: the originals of a language with the site's own wordings beside them. */
import type { AdminWording } from "../../../generated/payloads";
import type { TextTable } from "../../../lib/texts";

export interface Entry {
  key: string;
  /** Undefined: the program no longer has this text. */
  original: string | undefined;
  wording: AdminWording | undefined;
}

export const MAX_LENGTH = 1000;
export const MAX_WORDINGS = 300;

export function listEntries(originals: TextTable, wordings: readonly AdminWording[]): Entry[] {
  const own = new Map(wordings.map((wording) => [wording.key, wording]));
  const known = Object.entries(originals).map(([key, original]) => ({ key, original, wording: own.get(key) }));
  const gone = wordings.filter(({ key }) => !(key in originals));
  return [...gone.map((wording) => ({ key: wording.key, original: undefined, wording })), ...known];
}

/** Those whose texts or key hold every word, in any case; without words, those that were changed. */
export function findEntries(entries: readonly Entry[], query: string): Entry[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return entries.filter(({ wording }) => wording);
  const holdsAll = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const textOf = ({ original = "", wording }: Entry) => `${original} ${wording?.text ?? ""}`;
  const found = entries.filter((entry) => holdsAll(`${entry.key} ${textOf(entry)}`));
  // Those that have the words in their text come first, and of them the short ones: a label before a sentence.
  const rank = (entry: Entry) => (holdsAll(textOf(entry)) ? 0 : 10_000) + textOf(entry).length;
  return found.sort((one, other) => rank(one) - rank(other));
}

/** Whether visitors see the wording, and if not, why. */
export function stateOf({ original, wording }: Entry): "own" | "gone" | "mismatched" | "outdated" | null {
  if (!wording) return null;
  if (original === undefined) return "gone";
  if (!haveSameValues(original, wording.text)) return "mismatched";
  return original === wording.original ? "own" : "outdated";
}

/** The key of what is wrong with a wording; null: nothing. */
export function findMistake(original: string, text: string): string | null {
  if (text.trim() === "") return "admin.wording.error.empty";
  if (/\p{C}/u.test(text)) return "admin.wording.error.characters";
  return haveSameValues(original, text) ? null : "admin.wording.error.values";
}

/** The values in a text, as {{name}}: both texts must show the same ones. */
export function valuesOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{\{\s*([\w.]+)\s*\}\}/g)].map(([, name = ""]) => name))].sort();
}

function haveSameValues(one: string, other: string): boolean {
  return valuesOf(one).join() === valuesOf(other).join();
}
