/**
 * Dates and numbers in the reader's language. A new Intl formatter costs 27 KB that V8 does not give back, so each one
 * is created once for its language, zone and options, and cached. Only `dateFormat` creates them, from named styles: the set stays small.
 */

import type { Lang } from "../page";
import { memoize } from "./memoize";

/** Maximum number of cached texts per kind: a week of slots has about 500 texts, of up to 80 bytes. */
const MAX_TEXTS = 2000;

/** The region decides the order of day and month. */
const LOCALE: Record<Lang, string> = { en: "en-GB", zh: "zh-Hans-CN", ms: "ms-MY", vi: "vi-VN" };

const STYLES = {
  /** 20 November 2026 */
  date: { day: "numeric", month: "long", year: "numeric" },
  /** 20 Nov 2026 */
  shortDate: { day: "numeric", month: "short", year: "numeric" },
  /** 20 Nov */
  shortDayMonth: { day: "numeric", month: "short" },
  /** Friday 20 November */
  day: { weekday: "long", day: "numeric", month: "long" },
  /** Fri 20 Nov */
  shortDay: { weekday: "short", day: "numeric", month: "short" },
  /** 20 November */
  dayMonth: { day: "numeric", month: "long" },
  /** Fri 14:05 */
  weekdayTime: { weekday: "short", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  /** Fri 20 Nov, 14:05 */
  dayTime: {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  /** November 2026 */
  month: { month: "long", year: "numeric" },
  weekday: { weekday: "long" },
  shortWeekday: { weekday: "short" },
  /** 20, in Chinese 20日 */
  dayNumber: { day: "numeric" },
  /** 14:05 */
  time: { hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  /** 2 pm; in English alone, where the minutes are 00 */
  hour: { hour: "numeric", hourCycle: "h12" },
  /** 2:05 pm */
  hourMinute: { hour: "numeric", minute: "2-digit", hourCycle: "h12" },
  /** 20 Nov 2026, 14:05 */
  dateTime: { day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" },
  /** Friday 20 November 2026, 14:05 */
  full: {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  },
  /** Friday 20 November 2026, 14:05 GMT+8 */
  fullWithZone: {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    timeZoneName: "short",
  },
  /** For reading the parts of a day, not for showing. */
  numeric: { year: "numeric", month: "2-digit", day: "2-digit" },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

export type DateStyle = keyof typeof STYLES;

const dateFormats = new Map<string, Intl.DateTimeFormat>();
const numberFormats = new Map<string, Intl.NumberFormat>();
const listFormats = new Map<Lang, Intl.ListFormat>();
const countryNames = new Map<Lang, Intl.DisplayNames>();

function dateFormat(lang: Lang, timeZone: string, style: DateStyle): Intl.DateTimeFormat {
  const key = `${lang} ${timeZone} ${style}`;
  const known = dateFormats.get(key);
  if (known) return known;
  const made = createDateFormat(lang, timeZone, style);
  dateFormats.set(key, made);
  return made;
}

/** A zone unknown to this machine must not break the page: then the times are in UTC. */
function createDateFormat(lang: Lang, timeZone: string, style: DateStyle): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat(LOCALE[lang], { ...STYLES[style], timeZone });
  } catch {
    return new Intl.DateTimeFormat(LOCALE[lang], { ...STYLES[style], timeZone: "UTC" });
  }
}

/** A moment (ISO text) in a zone. */
export function formatMoment(lang: Lang, iso: string, timeZone: string, style: DateStyle = "dateTime"): string {
  return momentText(lang, iso, timeZone, style);
}

const momentText = memoize(
  MAX_TEXTS,
  (lang: Lang, iso: string, timeZone: string, style: DateStyle): string =>
    (lang === "vi" && shortDayText(iso, timeZone, STYLES[style])) ||
    dateFormat(lang, timeZone, style).format(new Date(iso)),
);

/**
 * Vietnamese calendars write T2 to CN, the day before the hour. The Intl data of server and browser have other names, which
 * also differ between versions. Empty for a style without a short weekday.
 */
function shortDayText(iso: string, timeZone: string, style: Intl.DateTimeFormatOptions): string {
  if (style.weekday !== "short") return "";
  const weekday = new Date(dayIn(timeZone, iso)).getUTCDay();
  const parts = [weekday ? `T${weekday + 1}` : "CN"];
  if (style.day) parts.push(momentText("vi", iso, timeZone, "shortDayMonth"));
  if (style.hour) parts.push(momentText("vi", iso, timeZone, "time"));
  return parts.join(", ");
}

/** From one moment to another: what they share is said once. */
export function formatSpan(lang: Lang, from: string, to: string, timeZone: string, style: DateStyle = "full"): string {
  if (lang === "vi" && style === "dayTime" && dayIn(timeZone, from) === dayIn(timeZone, to))
    return `${formatMoment(lang, from, timeZone, "shortDay")}, ${formatSpan(lang, from, to, timeZone, "time")}`;
  // The Intl data has 2026/11/23 – 2026/11/29 for it.
  if (lang === "zh" && style === "shortDate")
    return `${formatMoment(lang, from, timeZone, style)}至${formatMoment(lang, to, timeZone, "shortDayMonth")}`;
  return dateFormat(lang, timeZone, style).formatRange(new Date(from), new Date(to));
}

/** A calendar day (2026-11-20), which has no zone. */
export function formatDay(lang: Lang, day: string, style: DateStyle = "day"): string {
  return momentText(lang, `${day}T00:00:00Z`, "UTC", style);
}

/** 1 is Monday, 7 is Sunday, as in ISO 8601. */
export function formatWeekday(lang: Lang, weekday: number, style: "weekday" | "shortWeekday" = "weekday"): string {
  return formatDay(lang, `2024-01-0${weekday}`, style);
}

/** The day that a moment falls on in a zone, as 2026-11-20. */
export const dayIn = memoize(MAX_TEXTS, (timeZone: string, iso: string): string => {
  const parts = dateFormat("en", timeZone, "numeric").formatToParts(new Date(iso));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  return `${part("year")}-${part("month")}-${part("day")}`;
});

type NumberStyle = "plain" | "compact" | "percent";

export function formatNumber(lang: Lang, value: number, style: NumberStyle = "plain"): string {
  return numberText(lang, String(value), style);
}

const numberText = memoize(MAX_TEXTS, (lang: Lang, value: string, style: NumberStyle) =>
  numberFormat(lang, style).format(Number(value)),
);

function numberFormat(lang: Lang, style: NumberStyle): Intl.NumberFormat {
  const key = `${lang} ${style}`;
  const known = numberFormats.get(key);
  if (known) return known;
  const made = new Intl.NumberFormat(
    LOCALE[lang],
    style === "percent" ? { style: "percent" } : { notation: style === "compact" ? "compact" : "standard" },
  );
  numberFormats.set(key, made);
  return made;
}

/** "a, b and c" */
export function formatList(lang: Lang, items: readonly string[]): string {
  const made = listFormats.get(lang) ?? new Intl.ListFormat(LOCALE[lang], { type: "conjunction" });
  listFormats.set(lang, made);
  return made.format(items);
}

/** Between the words of a list without "and". */
export function separatorIn(lang: Lang): string {
  return lang === "zh" ? "、" : ", ";
}

/** The name of a country by its ISO 3166-1 code; the code if there is none. */
export function formatCountry(lang: Lang, code: string): string {
  const made = countryNames.get(lang) ?? new Intl.DisplayNames(LOCALE[lang], { type: "region" });
  countryNames.set(lang, made);
  try {
    return made.of(code) ?? code;
  } catch {
    return code;
  }
}

/** Between a label and its value: "Area: Home", "版块：首页". */
export function colon(lang: Lang): string {
  return lang === "zh" ? "：" : ": ";
}
