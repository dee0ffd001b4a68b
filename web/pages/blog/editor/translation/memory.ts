/** Blocks of earlier translations with which a new one begins. */
import type { Lang } from "../../../../lib/page";
import { type Outcome, writeAnswering } from "../../../../lib/requests/write";
import { plainText } from "../../../../lib/richText/plain";
import type { RichTextNode } from "../../../../lib/richText/schema";
import type { WriteText } from "../form";

/** The translation that is known for the block at this place of the saved original. */
export interface Suggestion {
  place: number;
  block: RichTextNode;
}

export function fetchSuggestions(article: string, language: Lang): Promise<Outcome<Suggestion[]>> {
  return writeAnswering((supabase) => supabase.rpc("suggest_translation", { article, language }));
}

/** The known blocks in the order of the original, with an empty paragraph for each of the others. Null: none is known. */
export function beginWith(
  source: RichTextNode,
  suggestions: readonly Suggestion[],
): Pick<WriteText, "body" | "suggested"> | null {
  if (suggestions.length === 0) return null;
  const known = new Map(suggestions.map(({ place, block }) => [place, block]));
  const content = (source.content ?? []).map((_, place) => known.get(place) ?? { type: "paragraph" });
  return { body: { type: "doc", content }, suggested: suggestions.map(({ block }) => block) };
}

/** Suggestions for blocks of the original that it did not have when a translation was compared with it. */
export function knownPassages(
  suggestions: readonly Suggestion[],
  compared: RichTextNode,
  now: RichTextNode,
): Suggestion[] {
  const before = new Set((compared.content ?? []).map(plainText));
  return suggestions.filter(({ place }) => {
    const block = now.content?.[place];
    return block !== undefined && !before.has(plainText(block));
  });
}

/** The words of the suggested blocks that are still in the text as they came. */
export function untouched(suggested: readonly RichTextNode[], body: RichTextNode): string[] {
  const there = new Set((body.content ?? []).map(plainText));
  return suggested.map(plainText).filter((words) => there.has(words));
}
