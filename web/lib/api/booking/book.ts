/**
 * Booking as a member. The rules are the database's; this module only sends requests. The same booking sent twice is one
 * booking, because the browser names it.
 */

import { BOT_CHECK_HEADER, withBotCheck } from "../../../auth/botCheck/botCheck";
import type { Failure } from "../../requests/errors";
import { KEY_HEADER, sendIdempotent } from "../../requests/idempotency";
import { newId } from "../../requests/newId";
import { type Outcome, writeAnswering } from "../../requests/write";
import type { BookingAnswer } from "./bookingAnswer";
import { HOLD_HEADER, holdSecret } from "./holds";

export interface BookingWish {
  service: string;
  startsAt: string;
  party: number;
  note: string;
  orWait: boolean;
  /** With this person; null: any suitable. */
  host: string | null;
}

/** `intake`: sends the answers to the questions of the service, for the id of the booking. */
export async function book(
  wish: BookingWish,
  intake?: ((id: string) => Promise<Failure | null>) | null,
): Promise<Outcome<BookingAnswer>> {
  const answer = await sendWish(wish, namedBooking(wish), intake);
  // The id belongs to an earlier booking, since cancelled or of another user of this browser: use a new one.
  const isUsed = answer.value?.status === "cancelled" || answer.failure?.key === "error.detail.not_found";
  return isUsed ? sendWish(wish, namedBooking(wish, true), intake) : answer;
}

async function sendWish(
  wish: BookingWish,
  id: string,
  intake: Parameters<typeof book>[1],
): Promise<Outcome<BookingAnswer>> {
  const failure = await intake?.(id);
  if (failure) return { value: null, failure };
  const { service, startsAt: starts_at, party, note, orWait: or_wait, host } = wish;
  const values = { id, service, starts_at, party, note, or_wait, host };
  return withBotCheck((proof) =>
    sendIdempotent(["book", values], (key) =>
      writeAnswering((supabase) =>
        supabase
          .rpc("book", values)
          .setHeader(KEY_HEADER, key)
          .setHeader(BOT_CHECK_HEADER, proof)
          .setHeader(HOLD_HEADER, holdSecret()),
      ),
    ),
  );
}

/** The id of an intended booking, stable across double clicks, lost connections, reloads and the back button of this tab. */
export function namedBooking({ service, startsAt }: BookingWish, isNew = false): string {
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
