/** How long a text must be, by its own script: the mirror of is_long_enough in the database. */
import type { Lang } from "../../../../lib/page";

const HAN = /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{323af}]/gu;

/** Characters as people count them in a form: spaces at the ends do not count, runs of them count once. */
export function countCharacters(content: string): number {
  return [...content.trim().replace(/\s+/g, " ")].length;
}

/**
 * A Chinese character says about as much as half a word, so a mostly Chinese text needs fewer of them. While there is
 * nothing yet, the language that is going to be written decides what is asked for.
 */
export function minimumFor(content: string, hanMinimum: number, minimum: number, language?: Lang): number {
  if (content.trim() === "") return language === "zh" ? hanMinimum : minimum;
  const han = content.match(HAN)?.length ?? 0;
  return han > 0 && han * 2 >= [...content.replace(/\s/g, "")].length ? hanMinimum : minimum;
}
