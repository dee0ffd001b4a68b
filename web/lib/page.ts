/**
 * The payload of a page. The first one is embedded in the HTML, with what is constant for the whole
 * visit (`supabase`, `build`, `renderedAt`); later ones are fetched alone from `…/_payload.json`.
 */
import type { Lang } from "../generated/languages";
import type { PagePayload } from "../generated/payloads";

export { LANGS, type Lang } from "../generated/languages";
export type { Alternate, PagePayload, PageSettings, Visitor } from "../generated/payloads";

/** The payload of the first page, in the HTML. */
export type FirstPayload = PagePayload & Required<Pick<PagePayload, "supabase" | "build" | "renderedAt">>;

/** Props of every page in `pages/`. */
export interface PageProps<Data> {
  data: Data;
}

export function isLang(value: string | undefined): value is Lang {
  return value === "en" || value === "zh" || value === "ms" || value === "vi";
}

/** The language that a path's prefix says. */
export function findLang(path: string): Lang | null {
  const prefix = path.split("/", 2)[1];
  return isLang(prefix) ? prefix : null;
}

/** The same path under another language's prefix. */
export function inLanguage(path: string, lang: Lang): string {
  return path.replace(/^\/(en|zh|ms|vi)(?=\/|$)/, `/${lang}`);
}
