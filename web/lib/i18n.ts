/**
 * Languages, and their interface texts. The browser loads one language at a time (each file is a chunk of its own); a
 * file that fails to load is logged, and the page continues in English or stays as rendered. The server's bundle holds
 * all four.
 */
import type { TextBundle } from "../generated/screens";
import type { Lang } from "./page";
import { TEXT_BUNDLES } from "./textBundles";
import { createText, type Text, type TextTable } from "./texts";

type TextFile = () => Promise<{ default: TextTable }>;

const files: Record<Lang, TextFile> = {
  en: () => import("../locales/en.json"),
  zh: () => import("../locales/zh.json"),
  ms: () => import("../locales/ms.json"),
  vi: () => import("../locales/vi.json"),
};

/** In the browser's build these hold the texts of some screens alone, and the files above all others: lib/textBundles.ts. */
const bundleFiles: Record<TextBundle, Record<Lang, TextFile>> = {
  account: {
    en: () => import("../locales/en.json?account"),
    zh: () => import("../locales/zh.json?account"),
    ms: () => import("../locales/ms.json?account"),
    vi: () => import("../locales/vi.json?account"),
  },
  admin: {
    en: () => import("../locales/en.json?admin"),
    zh: () => import("../locales/zh.json?admin"),
    ms: () => import("../locales/ms.json?admin"),
    vi: () => import("../locales/vi.json?admin"),
  },
  booking: {
    en: () => import("../locales/en.json?booking"),
    zh: () => import("../locales/zh.json?booking"),
    ms: () => import("../locales/ms.json?booking"),
    vi: () => import("../locales/vi.json?booking"),
  },
  editor: {
    en: () => import("../locales/en.json?editor"),
    zh: () => import("../locales/zh.json?editor"),
    ms: () => import("../locales/ms.json?editor"),
    vi: () => import("../locales/vi.json?editor"),
  },
  failures: {
    en: () => import("../locales/en.json?failures"),
    zh: () => import("../locales/zh.json?failures"),
    ms: () => import("../locales/ms.json?failures"),
    vi: () => import("../locales/vi.json?failures"),
  },
  forum: {
    en: () => import("../locales/en.json?forum"),
    zh: () => import("../locales/zh.json?forum"),
    ms: () => import("../locales/ms.json?forum"),
    vi: () => import("../locales/vi.json?forum"),
  },
  home: {
    en: () => import("../locales/en.json?home"),
    zh: () => import("../locales/zh.json?home"),
    ms: () => import("../locales/ms.json?home"),
    vi: () => import("../locales/vi.json?home"),
  },
  people: {
    en: () => import("../locales/en.json?people"),
    zh: () => import("../locales/zh.json?people"),
    ms: () => import("../locales/ms.json?people"),
    vi: () => import("../locales/vi.json?people"),
  },
  search: {
    en: () => import("../locales/en.json?search"),
    zh: () => import("../locales/zh.json?search"),
    ms: () => import("../locales/ms.json?search"),
    vi: () => import("../locales/vi.json?search"),
  },
  ticket: {
    en: () => import("../locales/en.json?ticket"),
    zh: () => import("../locales/zh.json?ticket"),
    ms: () => import("../locales/ms.json?ticket"),
    vi: () => import("../locales/vi.json?ticket"),
  },
  topics: {
    en: () => import("../locales/en.json?topics"),
    zh: () => import("../locales/zh.json?topics"),
    ms: () => import("../locales/ms.json?topics"),
    vi: () => import("../locales/vi.json?topics"),
  },
};

/** Values of `<html lang>` and every `lang` attribute for the four languages. */
export const HTML_LANG: Record<Lang, string> = { en: "en", zh: "zh-Hans", ms: "ms", vi: "vi" };

/** The name of each language in itself: readers look for their own language, so these are not translated. */
export const OWN_NAME: Record<Lang, string> = { en: "English", zh: "中文", ms: "Bahasa Melayu", vi: "Tiếng Việt" };

interface LoadedTexts {
  text: Text;
  table: TextTable;
  bundles: readonly TextBundle[];
}

const NONE: TextTable = {};

const loaded = new Map<Lang, LoadedTexts>();

/** The site's own wordings of the shown language, for messages outside React. */
let shown: { lang: Lang; wordings: TextTable } | null = null;

export function noteWordings(lang: Lang, wordings: TextTable): void {
  shown = { lang, wordings };
}

/**
 * The texts of a language that has been loaded; of English, or whatever there is, for one that has not. `wordings`: the
 * site's own texts, which every payload carries, so that server and browser never disagree.
 */
export function getText(lang: Lang, wordings = shown?.lang === lang ? shown.wordings : NONE): Text {
  const known = loaded.get(lang) ?? loaded.get("en") ?? loaded.values().next().value;
  if (!known) throw new Error("No interface texts are loaded");
  // The table of the program stays in reach: more of its texts may be loaded later.
  for (const _ in wordings) return createText(lang, Object.assign(Object.create(known.table), wordings));
  return known.text;
}

/** The program's own texts of a language that has been loaded. */
export function getOriginals(lang: Lang): TextTable {
  return loaded.get(lang)?.table ?? NONE;
}

export function hasTexts(lang: Lang): boolean {
  return loaded.has(lang);
}

/** Whether a loaded language has the text. */
export function hasText(key: string): boolean {
  return [...loaded.values()].some(({ table }) => Object.hasOwn(table, key));
}

/** On the server: everything at once. */
export function registerTexts(lang: Lang, table: TextTable, bundles: readonly TextBundle[] = TEXT_BUNDLES): void {
  loaded.set(lang, { text: createText(lang, table), table, bundles });
}

/** Bundles that a part of a page has asked for: in every language from then on, since the part stays when it changes. */
const partBundles = new Set<TextBundle>();

/** For a part of a page that its screen's bundles do not cover. Rejects without them: the part would show keys. */
export async function loadPartTexts(lang: Lang, bundle: TextBundle): Promise<void> {
  partBundles.add(bundle);
  await loadTexts(lang);
  if (!loaded.get(lang)?.bundles.includes(bundle)) throw new Error(`The texts of ${bundle} did not load`);
}

/** In the browser: loads the texts that a page needs before it is rendered. */
export async function loadTexts(lang: Lang, bundles: readonly TextBundle[] = []): Promise<void> {
  const needed = [...new Set([...bundles, ...partBundles])];
  const isMissing = (bundle: TextBundle) => !loaded.get(lang)?.bundles.includes(bundle);
  if (loaded.has(lang) && !needed.some(isMissing)) return;
  try {
    const wanted = needed.filter(isMissing).map((bundle) => bundleFiles[bundle][lang]());
    const tables = await Promise.all(loaded.has(lang) ? wanted : [files[lang](), ...wanted]);
    const table = Object.assign({}, ...tables.map((file) => file.default));
    const known = loaded.get(lang);
    if (!known) registerTexts(lang, table, needed);
    // Texts that were loaded in the meantime stay, and components keep the function that they have.
    else {
      Object.assign(known.table, table);
      known.bundles = [...new Set([...known.bundles, ...needed])];
    }
  } catch (error) {
    console.error(`Interface texts for ${lang} did not load`, error);
    if (lang !== "en") await loadTexts("en", bundles);
    // Without any texts, keys would replace the server-rendered texts.
    else if (loaded.size === 0) throw error;
  }
}
