/**
 * Interface texts. The browser holds one language at a time (each file is a chunk of its own); a file that does not
 * arrive is logged and the page goes on in English. The server's bundle holds all four: see `server.tsx`.
 */
import { createInstance, type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import type { Lang } from "./page";

type Texts = Record<string, string>;

const files: Record<Lang, () => Promise<{ default: Texts }>> = {
  en: () => import("../locales/en.json"),
  zh: () => import("../locales/zh.json"),
  ms: () => import("../locales/ms.json"),
  vi: () => import("../locales/vi.json"),
};

/** What `<html lang>` and every `lang` attribute say for our four languages. */
export const HTML_LANG: Record<Lang, string> = { en: "en", zh: "zh-Hans", ms: "ms", vi: "vi" };

/** How each language calls itself: a reader looks for hers in her own writing, so these are not translated. */
export const OWN_NAME: Record<Lang, string> = { en: "English", zh: "中文", ms: "Bahasa Melayu", vi: "Tiếng Việt" };

function createTexts(lang: Lang, texts: Texts): i18n {
  const instance = createInstance();
  instance.use(initReactI18next).init({
    lng: lang,
    fallbackLng: false,
    resources: { [lang]: { translation: texts } },
    initAsync: false,
    keySeparator: false,
    nsSeparator: false,
    // React escapes what it draws.
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}

const kept = new Map<Lang, i18n>();

/** The texts of a language that has been loaded; English, or whatever there is, for one that has not. */
export function getTexts(lang: Lang): i18n {
  const texts = kept.get(lang) ?? kept.get("en") ?? kept.values().next().value;
  if (!texts) throw new Error("No interface texts are loaded");
  return texts;
}

/** The server's way: all four at once. */
export function keepTexts(lang: Lang, texts: Texts): void {
  kept.set(lang, createTexts(lang, texts));
}

/** The browser's way: before a page is drawn, fetch the texts of its language. Without its file it goes on in English. */
export async function loadTexts(lang: Lang): Promise<void> {
  if (kept.has(lang)) return;
  try {
    keepTexts(lang, (await files[lang]()).default);
  } catch (error) {
    console.error(`Interface texts for ${lang} did not load`, error);
    if (lang !== "en") await loadTexts("en");
    else keepTexts("en", {});
  }
}
