/** Time zones for people: what a zone is called at a moment, and whether two clocks show the same. */

import type { Lang } from "../page";
import { formatMoment } from "./format";
import { memoize } from "./memoize";

const LOCALE: Record<Lang, string> = { en: "en-GB", zh: "zh-Hans-CN", ms: "ms-MY", vi: "vi-VN" };

const names = new Map<string, Intl.DateTimeFormat>();

function nameFormat(lang: Lang, timeZone: string, style: "long" | "shortOffset"): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone} ${style}`;
  const known = names.get(key);
  if (known) return known;
  const made = new Intl.DateTimeFormat(LOCALE[lang], { timeZone, timeZoneName: style });
  names.set(key, made);
  return made;
}

const zonePart = memoize(2000, (lang: Lang, timeZone: string, iso: string, style: "long" | "shortOffset"): string => {
  const parts = nameFormat(lang, timeZone, style).formatToParts(new Date(iso));
  return parts.find((part) => part.type === "timeZoneName")?.value ?? timeZone;
});

/** Singapore Standard Time (GMT+8) */
export function zoneName(lang: Lang, timeZone: string, iso: string): string {
  const name = zonePart(lang, timeZone, iso, "long");
  const offset = zonePart(lang, timeZone, iso, "shortOffset");
  return name === offset ? name : `${name} (${offset})`;
}

/** Kuala Lumpur */
export function zoneCity(timeZone: string): string {
  return timeZone.slice(timeZone.lastIndexOf("/") + 1).replaceAll("_", " ");
}

/** Kuala Lumpur: Malaysia Time (GMT+8). Not cached: lists show every zone once. */
export function zoneTitle(lang: Lang, timeZone: string, iso: string): string {
  const city = zoneCity(timeZone);
  const part = (style: "long" | "shortOffset") =>
    new Intl.DateTimeFormat(LOCALE[lang], { timeZone, timeZoneName: style })
      .formatToParts(new Date(iso))
      .find(({ type }) => type === "timeZoneName")?.value ?? "";
  try {
    const [name, offset] = [part("long"), part("shortOffset")];
    return name === offset ? `${city} (${offset})` : `${city}: ${name} (${offset})`;
  } catch {
    // A zone that this machine does not know.
    return city;
  }
}

/** GMT+8 */
export function zoneOffset(lang: Lang, timeZone: string, iso: string): string {
  return zonePart(lang, timeZone, iso, "shortOffset");
}

/** Whether clocks in both zones show the same day and time at this moment. */
export function isSameClock(one: string, other: string, iso: string): boolean {
  return one === other || formatMoment("en", iso, one, "dateTime") === formatMoment("en", iso, other, "dateTime");
}

/** The moment at which a day begins in a zone is not needed here: noon names the zone of a day without doubt. */
export function noonOf(day: string): string {
  return `${day}T12:00:00Z`;
}
