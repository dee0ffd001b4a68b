/** Changing, cancelling and restoring bookings. Each function returns with an `Outcome`. */

import { type Outcome, write, writeAnswering } from "../../requests/write";
import type { BookingAnswer } from "./bookingAnswer";

/** `link`: the signed link of a guest, here and below. */
export function changeBooking(id: string, startsAt: string, link?: string | null): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("change_booking", { id, starts_at: startsAt, ...linked(link) }));
}

export function cancelBooking(id: string, link?: string | null): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("cancel_booking", { id, ...linked(link) }));
}

/** Undoes a cancellation, if the place is still free. */
export function restoreBooking(id: string, link?: string | null): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("restore_booking", { id, ...linked(link) }));
}

export const linked = (link?: string | null) => (link ? { link } : {});

/** Replaces the private address of the member's calendar. The old one stops at once. */
export function renewCalendarFeed(): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("renew_calendar_token"));
}
