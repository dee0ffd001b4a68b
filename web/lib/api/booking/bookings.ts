/**
 * Booking, changing and cancelling. The rules are the database's; this module only sends requests. Each function returns
 * with an `Outcome`, and the same booking sent twice is one booking, because the browser names it.
 */

import { BOT_CHECK_HEADER, withBotCheck } from "../../../auth/botCheck/botCheck";
import { newId } from "../../requests/newId";
import { KEY_HEADER, once } from "../../requests/once";
import { type Outcome, writeAnswering } from "../../requests/write";

interface BookingAnswer {
  id: string;
  status: "booked" | "waiting" | "cancelled";
  starts_at: string;
  party_size: number;
  position: number | null;
  is_request: boolean;
}

/** What a booking has become: a request of the staff's answer, a place in the line, or a confirmed one. */
export function doneAs({ status, is_request }: Pick<BookingAnswer, "status" | "is_request">) {
  return is_request ? "requested" : status === "waiting" ? "waiting" : "booked";
}

interface BookingWish {
  service: string;
  startsAt: string;
  party: number;
  note: string;
  orWait: boolean;
  /** With this person; null: any suitable. */
  host: string | null;
}

export async function book(wish: BookingWish): Promise<Outcome<BookingAnswer>> {
  const answer = await sendWish(wish, namedBooking(wish));
  // The id belongs to an earlier booking, since cancelled or of another user of this browser: use a new one.
  const isUsed = answer.value?.status === "cancelled" || answer.failure?.key === "error.detail.not_found";
  return isUsed ? sendWish(wish, namedBooking(wish, true)) : answer;
}

function sendWish(wish: BookingWish, id: string): Promise<Outcome<BookingAnswer>> {
  const { service, startsAt: starts_at, party, note, orWait: or_wait, host } = wish;
  const values = { id, service, starts_at, party, note, or_wait, host };
  return withBotCheck((proof) =>
    once(["book", values], (key) =>
      writeAnswering((supabase) =>
        supabase.rpc("book", values).setHeader(KEY_HEADER, key).setHeader(BOT_CHECK_HEADER, proof),
      ),
    ),
  );
}

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

const linked = (link?: string | null) => (link ? { link } : {});

/** The id of an intended booking, stable across double clicks, lost connections, reloads and the back button of this tab. */
function namedBooking({ service, startsAt }: BookingWish, isNew = false): string {
  const key = `balai-booking ${service} ${startsAt}`;
  try {
    const known = isNew ? null : sessionStorage.getItem(key);
    const id = known ?? newId();
    sessionStorage.setItem(key, id);
    return id;
  } catch {
    // Without storage a reload loses the id; the rule of one booking per member and time still applies.
    return newId();
  }
}
