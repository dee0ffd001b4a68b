/**
 * Languages, and their interface texts. The browser loads one language at a time (each file is a chunk of its own); a
 * file that does not arrive is logged and the page goes on in English. The server's bundle holds all four.
 */
import type { Lang } from "./page";
import { createText, type Text, type TextTable } from "./texts";

type TextFile = () => Promise<{ default: TextTable }>;

const files: Record<Lang, TextFile> = {
  en: () => import("../locales/en.json"),
  zh: () => import("../locales/zh.json"),
  ms: () => import("../locales/ms.json"),
  vi: () => import("../locales/vi.json"),
};

/** In the browser's build these hold the administrators' texts and the files above all others: see lib/desk.ts. */
const deskFiles: Record<Lang, TextFile> = {
  en: () => import("../locales/en.json?desk"),
  zh: () => import("../locales/zh.json?desk"),
  ms: () => import("../locales/ms.json?desk"),
  vi: () => import("../locales/vi.json?desk"),
};

/** What `<html lang>` and every `lang` attribute say for our four languages. */
export const HTML_LANG: Record<Lang, string> = { en: "en", zh: "zh-Hans", ms: "ms", vi: "vi" };

/** How each language calls itself: a reader looks for hers in her own writing, so these are not translated. */
export const OWN_NAME: Record<Lang, string> = { en: "English", zh: "中文", ms: "Bahasa Melayu", vi: "Tiếng Việt" };

interface Kept {
  text: Text;
  hasDesk: boolean;
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
export function keepTexts(lang: Lang, table: TextTable, hasDesk = true): void {
  kept.set(lang, { text: createText(lang, table), hasDesk });
}

/** The browser's way: before a page is drawn, fetch the texts that it needs. */
export async function loadTexts(lang: Lang, needsDesk = false): Promise<void> {
  const known = kept.get(lang);
  if (known && (known.hasDesk || !needsDesk)) return;
  try {
    const wanted = needsDesk ? [files[lang](), deskFiles[lang]()] : [files[lang]()];
    const tables = await Promise.all(wanted);
    keepTexts(lang, Object.assign({}, ...tables.map((file) => file.default)), needsDesk);
  } catch (error) {
    console.error(`Interface texts for ${lang} did not load`, error);
    if (lang !== "en") await loadTexts("en", needsDesk);
    else if (!known) keepTexts("en", {}, false);
  }
}
