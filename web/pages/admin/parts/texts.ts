/** A name and a description in each language: what administrators write about forums and resources alike. */
import { LANGS, type Lang } from "../../../lib/page";

export interface Words {
  name: string;
  description: string;
}

export type Texts = Record<Lang, Words>;

/** Text keys. */
export interface TextMistakes {
  names: Partial<Record<Lang, string>>;
  /** No language has a name. */
  all: string | null;
}

/** Texts by language; empty where there is none. */
export function readTexts(find: (lang: Lang) => Words | undefined): Texts {
  const wordsIn = (lang: Lang) => {
    const words = find(lang);
    return { name: words?.name ?? "", description: words?.description ?? "" };
  };
  return { en: wordsIn("en"), zh: wordsIn("zh"), ms: wordsIn("ms"), vi: wordsIn("vi") };
}

/** The languages that are sent: those with a name. */
export function namedLanguages(texts: Texts): Lang[] {
  return LANGS.filter((lang) => texts[lang].name.trim() !== "");
}

export function findTextMistakes(
  texts: Texts,
  longest: number,
  keys: Record<"tooLong" | "onlyDescription" | "none", string>,
): TextMistakes {
  const names: TextMistakes["names"] = {};
  for (const lang of LANGS) {
    const name = texts[lang].name.trim();
    if ([...name].length > longest) names[lang] = keys.tooLong;
    if (name === "" && texts[lang].description.trim() !== "") names[lang] = keys.onlyDescription;
  }
  return { names, all: namedLanguages(texts).length > 0 ? null : keys.none };
}
