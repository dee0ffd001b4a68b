/**
 * A service while it is being edited: what the fields hold, how that comes from a payload, what is wrong with it, and
 * how it goes to the database. No React in here.
 */
import type { EditedService, HostOption } from "../../../../generated/payloads";
import type { ServiceToSave } from "../../../../lib/api/booking/services";
import { LANGS, type Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { checkIntake, type IntakeDraft, intakeOf, intakeToSave, NO_INTAKE } from "./intake/intakeDraft";
import { type BookingRules, NEW_RULES, rulesOf, rulesToSave } from "./rules/bookingRules";

export interface Words {
  name: string;
  description: string;
  place: string;
}

export interface Span {
  key: string;
  weekday: number;
  opens: string;
  closes: string;
}

export interface OtherDay {
  key: string;
  day: string;
  isClosed: boolean;
  opens: string;
  closes: string;
  note: string;
}

/** Numbers stay as typed. */
export const NUMBERS = {
  durationMinutes: [5, 1440],
  capacity: [1, 1000],
  perPerson: [1, 50],
  windowDays: [1, 400],
  position: [-100_000, 100_000],
} as const;
export type NumberField = keyof typeof NUMBERS;

/** Empty: no limit. */
export const LIMITS = { dayLimit: [1, 10_000], weekLimit: [1, 10_000], memberLimit: [1, 1000] } as const;
export type LimitField = keyof typeof LIMITS;

export type Series = "single" | "whole" | "either";

/** Of what the host and the desk are notified. */
export const STAFF_TOPICS = ["booked", "changed", "cancelled", "reminder"] as const;
export type StaffTopic = (typeof STAFF_TOPICS)[number];
const STAFF_DEFAULT: readonly StaffTopic[] = ["booked", "changed", "cancelled"];

export interface ServiceDraft extends Record<NumberField, string> {
  id: string;
  baseSequence: number | null;
  slug: string;
  kind: "appointment" | "session";
  /** On dates of its own, which are the open ones of `exceptions`, and how they are booked; null: weekly hours. */
  series: Series | null;
  hosts: readonly HostOption[];
  rooms: readonly string[];
  /** Empty: no limit. */
  dayLimit: string;
  weekLimit: string;
  memberLimit: string;
  /** Empty: none. */
  pictureUrl: string;
  onlineUrl: string;
  bufferBeforeMinutes: number;
  bufferAfterMinutes: number;
  noticeMinutes: number;
  cancelUntilMinutes: number;
  timeZone: string;
  isActive: boolean;
  notifiesStaff: boolean;
  hostMessages: readonly StaffTopic[];
  deskMessages: readonly StaffTopic[];
  rules: BookingRules;
  /** Minutes before the start, the longest first. */
  reminderMinutes: readonly number[];
  /** Minutes after the end; null: no message. */
  followUpMinutes: number | null;
  /** Days after the end; null: no private thread. */
  threadDays: number | null;
  /** Minutes before the start; null: from the confirmation on. */
  linkMinutes: number | null;
  texts: Record<Lang, Words>;
  hours: Span[];
  exceptions: OtherDay[];
  intake: IntakeDraft;
}

/** Text keys of what is wrong, by field; `hours` and `exceptions` by the key of their row. */
export type DraftErrors = Partial<Record<string, string>>;

type Section = "texts" | "places" | "hours" | "rules" | "questions" | "price";

const SECTIONS: Readonly<Record<string, Section>> = {
  price: "price",
  answerDays: "questions",
  texts: "texts",
  durationMinutes: "places",
  capacity: "places",
  onlineUrl: "places",
  windowDays: "rules",
  perPerson: "rules",
  dayLimit: "rules",
  weekLimit: "rules",
  memberLimit: "rules",
  timeZone: "rules",
  slug: "rules",
  position: "rules",
};

/** The sections of the form in which something is wrong. */
export function wrongSections(errors: DraftErrors): ReadonlySet<Section> {
  return new Set(
    Object.keys(errors).map((field) => {
      if (field.startsWith("question.")) return "questions";
      return field.startsWith("name.") ? "texts" : (SECTIONS[field] ?? "hours");
    }),
  );
}

const NO_WORDS: Words = { name: "", description: "", place: "" };

export function newDraft(timeZone: string): ServiceDraft {
  return {
    id: newId(),
    baseSequence: null,
    slug: "",
    kind: "session",
    series: null,
    hosts: [],
    rooms: [],
    dayLimit: "",
    weekLimit: "",
    memberLimit: "",
    pictureUrl: "",
    onlineUrl: "",
    durationMinutes: "60",
    bufferBeforeMinutes: 0,
    bufferAfterMinutes: 0,
    capacity: "10",
    perPerson: "2",
    noticeMinutes: 120,
    windowDays: "60",
    cancelUntilMinutes: 120,
    position: "0",
    timeZone,
    isActive: true,
    notifiesStaff: true,
    hostMessages: STAFF_DEFAULT,
    deskMessages: STAFF_DEFAULT,
    rules: NEW_RULES,
    reminderMinutes: [1440, 120],
    followUpMinutes: null,
    threadDays: null,
    linkMinutes: null,
    texts: { en: NO_WORDS, zh: NO_WORDS, ms: NO_WORDS, vi: NO_WORDS },
    hours: [1, 2, 3, 4, 5].map((weekday) => newSpan(weekday)),
    exceptions: [],
    intake: NO_INTAKE,
  };
}

/** Whether one of the folded rules differs from what a new service begins with. */
export function hasOwnRules(draft: ServiceDraft, zoneOfSite: string): boolean {
  const { perPerson, bufferBeforeMinutes, bufferAfterMinutes, timeZone, notifiesStaff } = newDraft(zoneOfSite);
  return (
    (draft.kind === "session" && draft.perPerson !== perPerson) ||
    draft.bufferBeforeMinutes !== bufferBeforeMinutes ||
    draft.bufferAfterMinutes !== bufferAfterMinutes ||
    draft.timeZone !== timeZone ||
    draft.dayLimit + draft.weekLimit + draft.memberLimit !== "" ||
    draft.notifiesStaff !== notifiesStaff ||
    [draft.hostMessages, draft.deskMessages].some((topics) => topics.join() !== STAFF_DEFAULT.join())
  );
}

export function newSpan(weekday: number, opens = "09:00", closes = "17:00"): Span {
  return { key: newId(), weekday, opens, closes };
}

export function newOtherDay(day: string): OtherDay {
  return { key: newId(), day, isClosed: true, opens: "09:00", closes: "12:00", note: "" };
}

/** A date of a course: a week after the last one, at the same time. */
export function nextDate(dates: readonly OtherDay[]): OtherDay {
  const last = dates.at(-1);
  if (!last || !isDay(last.day)) return { ...newOtherDay(""), isClosed: false, opens: last?.opens ?? "19:00" };
  const next = new Date(`${last.day}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 7);
  return { ...last, key: newId(), day: next.toISOString().slice(0, 10), note: "" };
}

/** A date lasts as long as the service; it ends on its day. */
function endOf(opens: string, durationMinutes: string): string {
  const [hours = 0, minutes = 0] = opens.split(":").map(Number);
  const end = hours * 60 + minutes + Number(durationMinutes);
  return end > 1440 ? opens : `${String(Math.floor(end / 60)).padStart(2, "0")}:${String(end % 60).padStart(2, "0")}`;
}

/** The dates of a course with their ends; the days of other services as they are. */
function daysOf(draft: ServiceDraft): OtherDay[] {
  if (!draft.series) return draft.exceptions;
  return draft.exceptions.map((day) =>
    day.isClosed ? day : { ...day, closes: asClock(endOf(day.opens, draft.durationMinutes)) },
  );
}

export function draftOf(service: EditedService): ServiceDraft {
  const words = (lang: Lang) => service.texts.find((text) => text.language === lang) ?? NO_WORDS;
  return {
    ...service,
    dayLimit: String(service.dayLimit ?? ""),
    weekLimit: String(service.weekLimit ?? ""),
    memberLimit: String(service.memberLimit ?? ""),
    rules: rulesOf(service),
    reminderMinutes: [...service.reminderMinutes].sort((one, other) => other - one),
    pictureUrl: service.pictureUrl ?? "",
    onlineUrl: service.onlineUrl ?? "",
    durationMinutes: String(service.durationMinutes),
    capacity: String(service.capacity),
    perPerson: String(service.perPerson),
    windowDays: String(service.windowDays),
    position: String(service.position),
    texts: { en: words("en"), zh: words("zh"), ms: words("ms"), vi: words("vi") },
    hours: service.hours.map((span) => ({ ...span, key: newId(), closes: asClock(span.closes) })),
    exceptions: service.exceptions.map(({ day, opens, closes, note }) => ({
      ...newOtherDay(day),
      note,
      ...(opens && closes ? { isClosed: false, opens, closes: asClock(closes) } : {}),
    })),
    intake: intakeOf(service),
  };
}

/** A clock shows the end of the day as 00:00; the database calls it 24:00, which comes after 23:59. */
export function asClock(time: string): string {
  return time === "24:00" ? "00:00" : time;
}

export function asEnd(clock: string): string {
  return clock === "00:00" ? "24:00" : clock;
}

export function checkDraft(draft: ServiceDraft): DraftErrors {
  const errors: DraftErrors = {};
  for (const [field, [least, most]] of entries(NUMBERS)) {
    const value = Number(draft[field]);
    if (!Number.isInteger(value) || draft[field].trim() === "" || value < least || value > most) {
      errors[field] = "admin.service.error.number";
    }
  }
  for (const [field, [least, most]] of entries(LIMITS)) {
    const value = Number(draft[field]);
    if (draft[field].trim() && (!Number.isInteger(value) || value < least || value > most)) {
      errors[field] = "admin.service.error.number";
    }
  }
  if (draft.kind === "session" && Number(draft.perPerson) > Number(draft.capacity)) {
    errors.perPerson ??= "admin.service.error.perPerson";
  }
  if (LANGS.every((lang) => draft.texts[lang].name.trim() === "")) errors.texts = "error.detail.no_text";
  for (const lang of LANGS) {
    const { name, description, place } = draft.texts[lang];
    if (!name.trim() && (description.trim() || place.trim())) errors[`name.${lang}`] = "admin.service.error.name";
  }
  if (draft.slug && !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(draft.slug)) errors.slug = "admin.service.error.slug";
  if (draft.onlineUrl && !/^https:\/\/\S+$/.test(draft.onlineUrl)) errors.onlineUrl = "admin.service.error.url";
  if (!isTimeZone(draft.timeZone)) errors.timeZone = "admin.service.error.zone";
  Object.assign(errors, checkIntake(draft.intake));
  if (draft.series && draft.exceptions.every((day) => day.isClosed)) errors.dates = "admin.service.error.dates";
  const hours = draft.series ? {} : checkSpans(draft.hours, (span) => span.weekday);
  return { ...errors, ...hours, ...checkDays(daysOf(draft)) };
}

function checkDays(days: readonly OtherDay[]): DraftErrors {
  const errors = checkSpans(
    days.filter((day) => !day.isClosed),
    (day) => day.day,
  );
  for (const day of days) {
    const isTwice = days.some((other) => other !== day && other.day === day.day && (other.isClosed || day.isClosed));
    if (!isDay(day.day)) errors[day.key] = "admin.service.error.day";
    else if (isTwice) errors[day.key] = "admin.service.error.overlap";
  }
  return errors;
}

/** A field for a day takes years of six digits, which neither dates in here nor those of the server can hold. */
export function isDay(day: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(day);
}

export function checkSpans<Kind extends { key: string; opens: string; closes: string }>(
  spans: readonly Kind[],
  groupOf: (span: Kind) => unknown,
): DraftErrors {
  const errors: DraftErrors = {};
  for (const span of spans) {
    const isOverlapping = spans.some(
      (other) =>
        other !== span &&
        groupOf(other) === groupOf(span) &&
        span.opens < asEnd(other.closes) &&
        other.opens < asEnd(span.closes),
    );
    if (!span.opens || !span.closes || span.opens >= asEnd(span.closes)) errors[span.key] = "admin.service.error.span";
    else if (isOverlapping) errors[span.key] = "admin.service.error.overlap";
  }
  return errors;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(name) && Boolean(new Intl.DateTimeFormat("en", { timeZone: name }));
  } catch {
    return false;
  }
}

export function toSave(draft: ServiceDraft): ServiceToSave {
  const isAlone = draft.kind === "appointment";
  return {
    service: {
      id: draft.id,
      base_sequence: draft.baseSequence,
      slug: draft.slug.trim(),
      kind: draft.kind,
      series: isAlone ? null : draft.series,
      hosts: draft.hosts.map(({ id }) => id),
      rooms: [...draft.rooms],
      picture_url: draft.pictureUrl,
      online_url: draft.onlineUrl.trim() || null,
      duration_minutes: Number(draft.durationMinutes),
      buffer_before_minutes: draft.bufferBeforeMinutes,
      buffer_after_minutes: draft.bufferAfterMinutes,
      capacity: isAlone ? 1 : Number(draft.capacity),
      per_person: isAlone ? 1 : Number(draft.perPerson),
      notice_minutes: draft.noticeMinutes,
      // The dates of a course are known: all of them can be booked.
      window_days: draft.series ? 400 : Number(draft.windowDays),
      cancel_until_minutes: draft.cancelUntilMinutes,
      time_zone: draft.timeZone,
      is_active: draft.isActive,
      notifies_staff: draft.notifiesStaff,
      host_messages: [...draft.hostMessages],
      desk_messages: [...draft.deskMessages],
      ...rulesToSave(draft.rules),
      day_limit: Number(draft.dayLimit) || null,
      week_limit: Number(draft.weekLimit) || null,
      member_limit: Number(draft.memberLimit) || null,
      reminder_minutes: [...draft.reminderMinutes],
      follow_up_minutes: draft.followUpMinutes,
      thread_days: draft.threadDays,
      link_minutes: draft.linkMinutes,
      position: Number(draft.position),
      ...intakeToSave(draft.intake),
    },
    texts: LANGS.filter((lang) => draft.texts[lang].name.trim()).map((language) => ({
      language,
      name: draft.texts[language].name.trim(),
      description: draft.texts[language].description.trim(),
      place: draft.texts[language].place.trim(),
    })),
    hours: (draft.series ? [] : draft.hours).map(({ weekday, opens, closes }) => ({
      weekday,
      opens,
      closes: asEnd(closes),
    })),
    exceptions: daysOf(draft).map(({ day, isClosed, opens, closes, note }) => ({
      day,
      opens: isClosed ? null : opens,
      closes: isClosed ? null : asEnd(closes),
      note: note.trim(),
    })),
  };
}

function entries<Key extends string, Value>(record: Readonly<Record<Key, Value>>): [Key, Value][] {
  // Object.entries forgets the keys' type.
  return Object.entries(record) as [Key, Value][];
}
