import type { Lang } from "../page";

const LOCALE: Record<Lang, string> = { en: "en-GB", zh: "zh-Hans-CN", ms: "ms-MY", vi: "vi-VN" };
const collators = new Map<Lang, Intl.Collator>();

/** The order of two names for readers of a language. By code point, Lê would follow Zoe. */
export function compareNames(lang: Lang, one: string, other: string): number {
  const known = collators.get(lang);
  const collator = known ?? new Intl.Collator(LOCALE[lang]);
  if (!known) collators.set(lang, collator);
  return collator.compare(one, other);
}
