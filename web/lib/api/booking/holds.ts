/**
 * Places that are held for five minutes while a form is filled. The rules are the database's (schema/site/booking/holds.sql).
 * A hold is a help: without one, as without a connection, booking works as well.
 */
import { BOT_CHECK_HEADER, withBotCheck } from "../../../auth/botCheck/botCheck";
import type { Failure } from "../../requests/errors";
import { newId } from "../../requests/newId";
import { getAccess } from "../../requests/supabase";
import { type Outcome, writeAnswering } from "../../requests/write";
import type { BookingAnswer } from "./bookingAnswer";
import { linked } from "./bookings";

/** With the secret of a hold in this header its place is booked. */
export const HOLD_HEADER = "x-balai-hold";
const NOT_YOURS = "error.detail.not_your_hold";

export interface HoldWish {
  service: string;
  startsAt: string;
  /** All dates of the course, of which this is the first. */
  isWhole: boolean;
  party: number;
  /** With this person; null: any suitable. */
  host: string | null;
  /** The booking that is moved there; its people and its person are the database's to know. */
  changing: MovedBooking | null;
}

export interface MovedBooking {
  id: string;
  /** The signed link of a guest. */
  link: string | null;
}

interface Hold {
  /** Until it ends. */
  seconds: number;
  /** The places for this visitor, the held ones included. */
  left: number;
}

/** They come with the client, which holds. */
export const HOLD_TEXTS = {
  held: "book.hold.held",
  started: "book.hold.started",
  lastMinute: "book.hold.lastMinute",
  over: "book.hold.over",
  overTaken: "book.hold.overTaken",
  again: "book.hold.again",
} as const;

/** Of this page in this tab. A new one after a reload: what the old page releases late is not the new page's hold. */
let secret = newId();
/** A time that is chosen again at once must not be freed by the request that released it. */
let queue: Promise<unknown> = Promise.resolve();

/** Holds places of a time, in place of what this tab holds elsewhere. */
export function holdPlace(wish: HoldWish): Promise<Outcome<Hold>> {
  const held = queue.then(async () => {
    const answer = await sendHold(wish);
    if (answer.failure?.key !== NOT_YOURS) return answer;
    // Another user of this tab has left it behind.
    secret = newId();
    return sendHold(wish);
  });
  queue = held;
  return held;
}

function sendHold(wish: HoldWish): Promise<Outcome<Hold>> {
  const { service, startsAt: starts_at, isWhole, party, host, changing } = wish;
  const whole = { secret, service, party };
  const single = { ...whole, starts_at, ...(host && { host }) };
  return withBotCheck((proof) =>
    writeAnswering((supabase) =>
      (changing
        ? supabase.rpc("hold_move", { secret, booking: changing.id, starts_at, ...linked(changing.link) })
        : isWhole
          ? supabase.rpc("hold_series", whole)
          : supabase.rpc("hold_place", single)
      ).setHeader(BOT_CHECK_HEADER, proof),
    ),
  );
}

/** Frees the held places of a time. It cannot fail for the user: what is not released ends by itself. */
export function releaseHold(startsAt: string): Promise<unknown> {
  queue = queue.then(() => sendRelease(startsAt));
  return queue;
}

/** Also when the page is closed, where only such a request is sent to its end. It needs no session, but the secret. */
export function sendRelease(startsAt: string): Promise<unknown> {
  const { url, anonKey } = getAccess();
  const headers = { apikey: anonKey, authorization: `Bearer ${anonKey}`, "content-type": "application/json" };
  const body = JSON.stringify({ secret, starts_at: startsAt });
  return fetch(`${url}/rest/v1/rpc/release_hold`, { method: "POST", keepalive: true, headers, body }).catch(() => null);
}

/** The value of HOLD_HEADER for a booking. */
export const holdSecret = () => secret;

/** Moves a booking of the visitor's own to the time that this tab holds. */
export function moveBooking({ id, link }: MovedBooking, starts_at: string): Promise<Outcome<BookingAnswer>> {
  const values = { id, starts_at, ...linked(link) };
  return writeAnswering((supabase) => supabase.rpc("change_booking", values).setHeader(HOLD_HEADER, secret));
}

export const isFull = (failure: Failure | null) => failure?.key === "error.detail.full";
