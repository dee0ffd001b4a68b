/** The passages of an original that changed since a translation was compared with it. */
import type { Lang } from "../../../../lib/page";
import { linesOf, type Part, type Words } from "../conflicts/differences";
import { wordChanges } from "../history/wordChanges";

/** One changed passage, before and now. A new passage has no part before, a removed one none now. */
export interface SourceChange {
  before: Part[];
  now: Part[];
}

export function sourceChanges(before: Words, now: Words, lang: Lang): SourceChange[] {
  return wordChanges(linesOf(before), linesOf(now), lang)
    .filter((block) => block.some(({ side }) => side !== "both"))
    .map((block) => ({ before: without(block, "yours"), now: without(block, "theirs") }));
}

function without(block: readonly Part[], side: Part["side"]): Part[] {
  const parts = block.filter((part) => part.side !== side);
  // Blanks that both have are not a passage of their own.
  return parts.some(({ side: one, text }) => one !== "both" || text.trim() !== "") ? parts : [];
}
