import { useSite } from "./context";
import { LANGS, type Lang } from "./page";

/** The languages that the site offers, and those that something is in already although the site no longer offers them. */
export function useLanguages(...kept: readonly (Lang | null | undefined)[]): readonly Lang[] {
  const { languages } = useSite();
  return LANGS.filter((lang) => languages.includes(lang) || kept.includes(lang));
}
