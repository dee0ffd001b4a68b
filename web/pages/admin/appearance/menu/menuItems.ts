/** The links of a menu while they are edited. */
import type { AdminMenuItem, AdminMenuPage } from "../../../../generated/payloads";
import { LANGS, type Lang } from "../../../../lib/page";
import { isLinkAddress } from "../../../../lib/richText/address";

/** As many as the database takes in one place. */
export const MAX_ITEMS = 12;
export const MAX_LABEL = 40;
export const SCREENS = ["home", "blog", "forum", "book", "resources", "about", "contact", "search"] as const;

export interface EditedItem extends AdminMenuItem {
  /** Only for this visit: items have no other name while they move. */
  key: string;
}

export function isSameMenu(one: readonly AdminMenuItem[], other: readonly AdminMenuItem[]): boolean {
  return JSON.stringify(one.map(toRow)) === JSON.stringify(other.map(toRow));
}

/** Argument of the database function. */
export function toRow({ screen, pageId, url, labels }: AdminMenuItem) {
  const trimmed = Object.fromEntries(LANGS.map((lang) => [lang, labels[lang].trim()]));
  return { screen, pageId, url: url === null ? null : url.trim(), labels: trimmed };
}

/** The key of the first mistake of an item; null: none. */
export function findMistake({ url, labels }: AdminMenuItem): string | null {
  if (LANGS.some((lang) => /\p{C}/u.test(labels[lang]))) return "admin.menu.error.label";
  if (url === null) return null;
  if (!isLinkAddress(url.trim())) return "admin.menu.error.address";
  return LANGS.some((lang) => labels[lang].trim()) ? null : "admin.menu.error.unnamed";
}

/** Label in the language or in another one, else the name of the target. */
export function nameOf(
  item: AdminMenuItem,
  lang: Lang,
  pages: readonly AdminMenuPage[],
  nameOfScreen: (screen: string) => string,
): string {
  const own = [lang, ...LANGS].map((one) => item.labels[one].trim()).find(Boolean);
  if (own) return own;
  if (item.screen) return nameOfScreen(item.screen);
  return pages.find((page) => page.id === item.pageId)?.title ?? item.url ?? "";
}
