/** Opening hours in words: the state of a moment, and a week in as few lines as it allows. */
import type { Lang } from "../page";
import type { Text } from "../texts";
import { dayIn, formatDay, formatMoment, formatWeekday, separatorIn } from "./format";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

export interface OpenState {
  isOpen: boolean;
  text: string;
}

/** Whether one of the times contains `now` (milliseconds), and what comes next. The times are in order. */
export function openState(
  t: Text,
  lang: Lang,
  times: readonly (readonly [string, string])[],
  timeZone: string,
  now: number,
): OpenState {
  const next = times.find(([, closes]) => Date.parse(closes) > now);
  if (!next) return { isOpen: false, text: t("hours.closed") };
  const [opens, closes] = next;
  if (Date.parse(opens) <= now) {
    // Open for longer than the night: the hour of closing would be misread as today's.
    const isLong = Date.parse(closes) - now > 20 * HOUR;
    return {
      isOpen: true,
      text: isLong ? t("hours.open") : t("hours.openUntil", { time: clockAt(lang, closes, timeZone) }),
    };
  }
  const time = clockAt(lang, opens, timeZone);
  const days = (Date.parse(dayIn(timeZone, opens)) - Date.parse(dayIn(timeZone, new Date(now).toISOString()))) / DAY;
  if (days === 0) return { isOpen: false, text: t("hours.opensToday", { time }) };
  if (days === 1) return { isOpen: false, text: t("hours.opensTomorrow", { time }) };
  const day = formatMoment(lang, opens, timeZone, days < 7 ? "weekday" : "dayMonth");
  return { isOpen: false, text: t("hours.opensOn", { day, time }) };
}

/** 9 pm or 7:30 pm in English, 21:00 in the other languages. */
function clockAt(lang: Lang, iso: string, timeZone: string): string {
  if (lang !== "en") return formatMoment(lang, iso, timeZone, "time");
  return formatMoment(
    lang,
    iso,
    timeZone,
    /:00/.test(formatMoment("en", iso, timeZone, "time")) ? "hour" : "hourMinute",
  );
}

/** A span of minutes from midnight: 8 am to 9 pm. */
export function formatHours(t: Text, lang: Lang, [opens, closes]: readonly [number, number]): string {
  const clock = (minutes: number) => clockAt(lang, new Date((minutes % 1440) * 60_000).toISOString(), "UTC");
  if (opens === 0 && closes === 1440) return t("hours.allDay");
  return t("hours.span", { from: clock(opens), to: clock(closes) });
}

type DayHours = readonly (readonly [number, number])[];

export interface HoursLine {
  days: string;
  hours: string;
}

/** The week, weekdays that follow each other with the same hours in one line. */
export function weekLines(
  t: Text,
  lang: Lang,
  week: readonly DayHours[],
  style: "weekday" | "shortWeekday" = "weekday",
): HoursLine[] {
  const groups: { first: number; last: number; hours: DayHours }[] = [];
  week.forEach((hours, place) => {
    const group = groups.at(-1);
    if (group && JSON.stringify(group.hours) === JSON.stringify(hours)) group.last = place + 1;
    else groups.push({ first: place + 1, last: place + 1, hours });
  });
  return groups.map(({ first, last, hours }) => {
    const from = formatWeekday(lang, first, style);
    const days = first === last ? from : t("hours.days", { from, to: formatWeekday(lang, last, style) });
    return { days, hours: dayText(t, lang, hours) };
  });
}

/** Every span of a day, or that it is closed. */
export function dayText(t: Text, lang: Lang, hours: DayHours): string {
  return hours.length === 0
    ? t("hours.closedDay")
    : hours.map((span) => formatHours(t, lang, span)).join(separatorIn(lang));
}

export function specialDay(lang: Lang, day: string): string {
  return formatDay(lang, day, "day");
}
