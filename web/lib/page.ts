/**
 * What the server tells the browser about one page. The first of them rides in the HTML, with what holds for the whole
 * visit (`site`, `supabase`, `build`); later ones are fetched alone from `…/_payload.json`.
 */
import type { ComponentType } from "react";
import type { PagePayload } from "../generated/payloads";

export type { Alternate, PagePayload, PageSettings, Visitor } from "../generated/payloads";

export type Lang = "en" | "zh" | "ms" | "vi";
export const LANGS: readonly Lang[] = ["en", "zh", "ms", "vi"];

/** The payload of the first page, in the HTML. */
export type FirstPayload = PagePayload & Required<Pick<PagePayload, "site" | "supabase" | "build">>;

/** Props of every page in `pages/`. */
export interface PageProps<Data> {
  data: Data;
}

/** A row of the generated router table. */
export interface ScreenRoute {
  name: string;
  /** In the router's own words: `/forum/:forumId`. Without the language prefix. */
  path: string;
  layout: "default" | "auth";
  page: () => Promise<ComponentType<PageProps<never>>>;
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
