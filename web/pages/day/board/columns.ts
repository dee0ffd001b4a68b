/** The columns of the board: in a day one for each person or service, in a week one for each day. */
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { dayIn } from "../../../lib/format/format";

export interface Column {
  key: string;
  /** A name; null: the heading is the day. */
  title: string | null;
  day: string | null;
  bookings: BoardBooking[];
}

/** In which column of a day a booking stands. */
export function columnOf(booking: BoardBooking): string {
  return booking.hostId ?? booking.serviceId;
}

/** `alsoHosts`: people who have a column in any case. */
export function makeColumns(
  data: DayBoardPayload,
  timeZone: string,
  alsoHosts: ReadonlySet<string | null> = new Set(),
): Column[] {
  if (data.span === "week") {
    return daysBetween(data.first, data.last).map((day) => ({
      key: day,
      title: null,
      day,
      bookings: data.bookings.filter((booking) => dayIn(timeZone, booking.startsAt) === day),
    }));
  }
  const columns = new Map<string, Column>();
  for (const { id, name, isColumn } of data.hosts) {
    // Colleagues whose bookings the reader does not see have a column while one can be dropped there.
    if (isColumn || alsoHosts.has(id)) columns.set(id, { key: id, title: name, day: null, bookings: [] });
  }
  for (const booking of data.bookings) {
    const key = columnOf(booking);
    const title = booking.hostName ?? booking.serviceName;
    const column = columns.get(key) ?? { key, title, day: null, bookings: [] };
    column.bookings.push(booking);
    columns.set(key, column);
  }
  return [...columns.values()];
}

/** All days from one to another, both included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  const day = new Date(`${first}T00:00:00Z`);
  while (day.toISOString().slice(0, 10) <= last) {
    days.push(day.toISOString().slice(0, 10));
    day.setUTCDate(day.getUTCDate() + 1);
  }
  return days;
}

export function addDays(day: string, count: number): string {
  const moved = new Date(`${day}T00:00:00Z`);
  moved.setUTCDate(moved.getUTCDate() + count);
  return moved.toISOString().slice(0, 10);
}

export function laterDay(one: string, other: string): string {
  if (one < other) return other;
  return one;
}
