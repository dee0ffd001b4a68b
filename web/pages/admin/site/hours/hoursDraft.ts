/** Opening hours while they are edited: times as fields hold them. Stored hours are minutes from midnight. */
import type { AdminHoursPayload } from "../../../../generated/payloads";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";

const DAY = 1440;

export interface Span {
  key: string;
  opens: string;
  closes: string;
}

export interface SpecialDay {
  key: string;
  day: string;
  spans: Span[];
  notes: Partial<Record<Lang, string>>;
}

export interface HoursDraft {
  /** Monday first. */
  week: Span[][];
  days: SpecialDay[];
}

type Minutes = [number, number];

export function draftOf({ week, exceptions }: Pick<AdminHoursPayload, "week" | "exceptions">): HoursDraft {
  return {
    week: week.map(spansOf),
    days: exceptions.map(({ day, hours, notes }) => ({ key: newId(), day, spans: spansOf(hours), notes })),
  };
}

export const spansOf = (hours: readonly Minutes[]): Span[] =>
  hours.map(([opens, closes]) => newSpan(clock(opens), clock(closes)));

export function newSpan(opens = "09:00", closes = "17:00"): Span {
  return { key: newId(), opens, closes };
}

/** Common office hours: Monday to Friday, nine to five. */
export function usualWeek(): Span[][] {
  return Array.from({ length: 7 }, (_, place) => (place < 5 ? [newSpan()] : []));
}

/** After a morning comes an afternoon, then an evening. */
export function nextSpan(spans: readonly Span[]): Span {
  const last = spans.at(-1);
  if (!last) return newSpan();
  const [, end] = minutesOf(last);
  return end < 17 * 60 ? newSpan(clock(end + 60), "18:00") : newSpan(clock(Math.min(end + 60, DAY - 60)), "22:00");
}

/** A closing time that is not after the opening time is on the next day. The same time twice: 24 hours. */
export function minutesOf({ opens, closes }: Pick<Span, "opens" | "closes">): Minutes {
  const [from, to] = [read(opens), read(closes)];
  return [from, to > from ? to : to + DAY];
}

export function isOvernight(span: Span): boolean {
  return isComplete(span) && span.closes !== "00:00" && minutesOf(span)[1] > DAY;
}

function isComplete({ opens, closes }: Span): boolean {
  return opens !== "" && closes !== "";
}

function read(time: string): number {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
}

function clock(minutes: number): string {
  const shown = minutes % DAY;
  return `${String(Math.floor(shown / 60)).padStart(2, "0")}:${String(shown % 60).padStart(2, "0")}`;
}

/** The key of an interface text, or null. */
export function findMistake(spans: readonly Span[]): string | null {
  if (!spans.every(isComplete)) return "admin.hours.error.time";
  if (spans.length > 6) return "admin.hours.error.many";
  const sorted = spans.map(minutesOf).sort((one, other) => one[0] - other[0]);
  const isOverlapping = sorted.some(([opens], place) => place > 0 && opens < (sorted[place - 1]?.[1] ?? 0));
  return isOverlapping ? "admin.hours.error.overlap" : null;
}

/** By the key of the special day. */
export function findDayMistakes(days: readonly SpecialDay[]): Record<string, string> {
  const found: Record<string, string> = {};
  for (const { key, day, spans } of days) {
    const isTwice = days.some((other) => other.key !== key && other.day === day);
    const isReal = /^2\d{3}-\d\d-\d\d$/.test(day);
    const mistake = !isReal ? "admin.hours.error.day" : isTwice ? "admin.hours.error.twice" : findMistake(spans);
    if (mistake) found[key] = mistake;
  }
  return found;
}

/** The times of a day as the database takes them. */
export const storedHours = (spans: readonly Span[]): Minutes[] =>
  spans.map(minutesOf).sort((one, other) => one[0] - other[0]);

/** The key of an interface text, or null. */
export function findPhoneMistake(phone: string): string | null {
  return phone.trim() && !/^\+?[0-9][0-9 ().-]{2,30}$/.test(phone.trim()) ? "admin.hours.error.phone" : null;
}

/** Argument of save_opening_hours. */
export function storedOf({ week, days }: HoursDraft) {
  return {
    week: week.map(storedHours),
    exceptions: days.map(({ day, spans, notes }) => ({
      day,
      hours: storedHours(spans),
      notes: Object.fromEntries(
        Object.entries(notes)
          .map(([lang, note]) => [lang, note.trim()])
          .filter(([, note]) => note),
      ),
    })),
  };
}
