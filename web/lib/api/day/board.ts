/** The day at the desk: attendance, notes, moving, closed times and the queue. The database decides who may. */
import type { BoardBooking } from "../../../generated/payloads";
import { newId } from "../../requests/newId";
import { type Outcome, write, writeAnswering } from "../../requests/write";
import type { BookingAnswer } from "../booking/bookingAnswer";

export type Attendance = NonNullable<BoardBooking["attendance"]>;

interface Marked {
  id: string;
  before: Attendance | null;
}

/** Null takes the mark back. */
export function markAttendance(booking: string, state: Attendance | null): Promise<Outcome<Marked>> {
  // The generated types know no parameter that may be null.
  const values = { booking, state: state as Attendance };
  return writeAnswering((supabase) => supabase.rpc("mark_attendance", values));
}

export function markPaid(booking: string, paid: boolean): Promise<Outcome<{ id: string; paid: boolean }>> {
  return writeAnswering((supabase) => supabase.rpc("mark_paid", { booking, paid }));
}

export function addBookingNote(id: string, booking: string, body: string): Promise<Outcome<{ id: string }>> {
  return write((supabase) =>
    supabase.from("booking_notes").insert({ id, booking_id: booking, body }).select("id").single(),
  );
}

export function deleteBookingNote(id: string): Promise<Outcome<{ id: string }[]>> {
  return write((supabase) => supabase.from("booking_notes").delete().eq("id", id).select("id"));
}

export interface MoveTime {
  /** Null: of a service without people. */
  host_id: string | null;
  starts_at: string;
  ends_at: string;
  left: number;
}

/** Where a booking can go on these days. `hosts`: with these people; none: with its own. */
export function listMoveTimes(
  booking: string,
  fromDay: string,
  toDay: string,
  hosts: readonly string[] = [],
): Promise<Outcome<MoveTime[]>> {
  const values = { booking, from_day: fromDay, to_day: toDay, ...(hosts.length > 0 && { hosts: [...hosts] }) };
  return writeAnswering((supabase) => supabase.rpc("move_times", values));
}

/** `host`: null for the same person. */
export function moveBooking(id: string, startsAt: string, host: string | null): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("move_booking", { id, starts_at: startsAt, ...(host && { host }) }));
}

/** Within an hour, if its former place is still free. */
export function undoMove(id: string): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("undo_move", { id }));
}

/** Subject of a closing: the whole site, a service, or a person. */
export interface ClosedTime {
  from: string;
  until: string;
  service: string | null;
  host: string | null;
}

export interface Colleague {
  id: string;
  name: string;
  /** So many of the bookings they can take. */
  takes: number;
}

export interface HandedOver {
  booking: string;
  starts_at: string;
  name: string;
  /** Why the colleague cannot take it; null: it stays at its time. */
  reason: "begun" | "own" | "unsuitable" | "away" | "busy" | null;
}

export interface ClosingPreview {
  bookings: number;
  people: number;
  waiting: number;
  /** Of the time of a person. */
  colleagues?: Colleague[];
  handed_over?: HandedOver[];
}

function closingValues({ from, until, service, host }: ClosedTime) {
  return { from_time: from, until_time: until, ...(service && { service }), ...(host && { host }) };
}

/** `colleague`: who takes over what they can; null: all is cancelled. Here and below. */
export function previewClosing(time: ClosedTime, colleague: string | null = null): Promise<Outcome<ClosingPreview>> {
  const values = { ...closingValues(time), ...(colleague && { colleague }) };
  return writeAnswering((supabase) => supabase.rpc("preview_closing", values));
}

export interface ClosingAnswer {
  id: string;
  bookings: number;
  restored: number;
  handed_over: number;
}

/** The same id sent again is the same act. */
export function closeTime(
  id: string,
  time: ClosedTime,
  reason: string,
  colleague: string | null = null,
): Promise<Outcome<ClosingAnswer>> {
  const values = { id, ...closingValues(time), reason, ...(colleague && { colleague }) };
  return writeAnswering((supabase) => supabase.rpc("close_time", values));
}

export function undoClosing(id: string): Promise<Outcome<ClosingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("undo_closing", { id }));
}

interface QueueNumber {
  id: string;
  number: number;
}

export function takeNumber(service: string): Promise<Outcome<QueueNumber>> {
  const id = newId();
  return writeAnswering((supabase) => supabase.rpc("take_number", { id, service }));
}

/** Null: no number waits. */
export function callNext(service: string, place: string): Promise<Outcome<QueueNumber | null>> {
  return writeAnswering((supabase) => supabase.rpc("call_next", { service, place }));
}

export function setNumberState(
  id: string,
  state: "waiting" | "called" | "served" | "gone",
): Promise<Outcome<{ id: string; before: "waiting" | "called" }>> {
  return writeAnswering((supabase) => supabase.rpc("set_number_state", { id, state }));
}
