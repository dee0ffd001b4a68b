/** How long ago something was, in the reader's language: 5 minutes ago, yesterday, 20 Nov. */
import type { Lang } from "../page";
import { dayIn, formatDay, formatMoment } from "./format";
import { memoize } from "./memoize";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const LOCALE: Record<Lang, string> = { en: "en-GB", zh: "zh-Hans-CN", ms: "ms-MY", vi: "vi-VN" };

/** Up to a week in words, then the date, with the year once it is another. `now` is in milliseconds. */
export function formatAgo(lang: Lang, iso: string, timeZone: string, now: number): string {
  const passed = now - Date.parse(iso);
  // Also for a moment in the future: a device's clock may be slow.
  if (passed < MINUTE) return ago(lang, "second", "0");
  if (passed < HOUR) return ago(lang, "minute", String(Math.floor(passed / MINUTE)));
  if (passed < DAY) return ago(lang, "hour", String(Math.floor(passed / HOUR)));
  const today = dayIn(timeZone, new Date(now - (now % HOUR)).toISOString());
  const day = dayIn(timeZone, iso);
  const days = Math.round((Date.parse(today) - Date.parse(day)) / DAY);
  if (days < 7) return ago(lang, "day", String(Math.max(1, days)));
  return formatMoment(lang, iso, timeZone, today.slice(0, 4) === day.slice(0, 4) ? "shortDayMonth" : "shortDate");
}

/** A calendar day (2026-11-20): today, yesterday, Friday 20 November. */
export function formatDaysAgo(lang: Lang, day: string, timeZone: string, now: number): string {
  const days = Math.round((Date.parse(dayIn(timeZone, new Date(now).toISOString())) - Date.parse(day)) / DAY);
  return days === 0 || days === 1 ? ago(lang, "day", String(days)) : formatDay(lang, day);
}

const formats = new Map<Lang, Intl.RelativeTimeFormat>();

const ago = memoize(500, (lang: Lang, unit: "second" | "minute" | "hour" | "day", count: string): string => {
  const format = formats.get(lang) ?? new Intl.RelativeTimeFormat(LOCALE[lang], { numeric: "auto", style: "short" });
  formats.set(lang, format);
  return format.format(-Number(count), unit);
});
