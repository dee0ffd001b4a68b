/**
 * Languages, and their interface texts. The browser loads one language at a time (each file is a chunk of its own); a
 * file that does not arrive is logged, and the page goes on in English or stays as it came. The server's bundle holds
 * all four.
 */
import type { Lang } from "./page";
import { TEXT_PARTS, type TextPart } from "./textParts";
import { createText, type Text, type TextTable } from "./texts";

type TextFile = () => Promise<{ default: TextTable }>;

const files: Record<Lang, TextFile> = {
  en: () => import("../locales/en.json"),
  zh: () => import("../locales/zh.json"),
  ms: () => import("../locales/ms.json"),
  vi: () => import("../locales/vi.json"),
};

/** In the browser's build these hold the texts of some screens alone, and the files above all others: lib/textParts.ts. */
const partFiles: Record<TextPart, Record<Lang, TextFile>> = {
  desk: {
    en: () => import("../locales/en.json?desk"),
    zh: () => import("../locales/zh.json?desk"),
    ms: () => import("../locales/ms.json?desk"),
    vi: () => import("../locales/vi.json?desk"),
  },
  account: {
    en: () => import("../locales/en.json?account"),
    zh: () => import("../locales/zh.json?account"),
    ms: () => import("../locales/ms.json?account"),
    vi: () => import("../locales/vi.json?account"),
  },
};

/** What `<html lang>` and every `lang` attribute say for our four languages. */
export const HTML_LANG: Record<Lang, string> = { en: "en", zh: "zh-Hans", ms: "ms", vi: "vi" };

/** How each language calls itself: a reader looks for hers in her own writing, so these are not translated. */
export const OWN_NAME: Record<Lang, string> = { en: "English", zh: "中文", ms: "Bahasa Melayu", vi: "Tiếng Việt" };

interface Kept {
  text: Text;
  table: TextTable;
  parts: readonly TextPart[];
}

const kept = new Map<Lang, Kept>();

/** The texts of a language that has been loaded; of English, or whatever there is, for one that has not. */
export function getText(lang: Lang): Text {
  const known = kept.get(lang) ?? kept.get("en") ?? kept.values().next().value;
  if (!known) throw new Error("No interface texts are loaded");
  return known.text;
}

export function hasTexts(lang: Lang): boolean {
  return kept.has(lang);
}

/** The server's way: everything at once. */
export function keepTexts(lang: Lang, table: TextTable, parts: readonly TextPart[] = TEXT_PARTS): void {
  kept.set(lang, { text: createText(lang, table), table, parts });
}

/** The browser's way: before a page is drawn, fetch the texts that it needs. */
export async function loadTexts(lang: Lang, parts: readonly TextPart[] = []): Promise<void> {
  const isMissing = (part: TextPart) => !kept.get(lang)?.parts.includes(part);
  if (kept.has(lang) && !parts.some(isMissing)) return;
  try {
    const wanted = parts.filter(isMissing).map((part) => partFiles[part][lang]());
    const tables = await Promise.all(kept.has(lang) ? wanted : [files[lang](), ...wanted]);
    // What came while this was under way stays.
    const known = kept.get(lang);
    const table = Object.assign({}, known?.table, ...tables.map((file) => file.default));
    keepTexts(lang, table, [...new Set([...(known?.parts ?? []), ...parts])]);
  } catch (error) {
    console.error(`Interface texts for ${lang} did not load`, error);
    if (lang !== "en") await loadTexts("en", parts);
    // With none at all, keys would take the place of the texts that the page came with.
    else if (kept.size === 0) throw error;
  }
}
