/** Courses: all their coming dates at once. The rules are the database's (schema/site/booking/series.sql). */
import { BOT_CHECK_HEADER, withBotCheck } from "../../../auth/botCheck/botCheck";
import type { Failure } from "../../requests/errors";
import { KEY_HEADER, sendIdempotent } from "../../requests/idempotency";
import { type Outcome, writeAnswering } from "../../requests/write";
import { type BookingWish, namedBooking } from "./book";
import type { BookingAnswer } from "./bookingAnswer";
import { linked } from "./bookings";
import type { GuestAnswer, GuestWish } from "./guests";
import { HOLD_HEADER, holdSecret } from "./holds";

/** Sends the answers to the questions of the service, for the id of the first date. */
type Intake = (id: string) => Promise<Failure | null>;

/** Books all coming dates, or joins the waiting list for the whole. The answer is the first date. */
export async function bookSeries(wish: BookingWish, intake?: Intake | null): Promise<Outcome<BookingAnswer>> {
  const whole = { ...wish, startsAt: "all" };
  const answer = await sendSeries(wish, namedBooking(whole), intake);
  // The id belongs to an earlier booking, since cancelled or of another user of this browser: use a new one.
  const isUsed = answer.value?.status === "cancelled" || answer.failure?.key === "error.detail.not_found";
  return isUsed ? sendSeries(wish, namedBooking(whole, true), intake) : answer;
}

async function sendSeries(
  { service, party, note, orWait }: BookingWish,
  id: string,
  intake: Intake | null | undefined,
): Promise<Outcome<BookingAnswer>> {
  const failure = await intake?.(id);
  if (failure) return { value: null, failure };
  const values = { id, service, party, note, or_wait: orWait };
  return withBotCheck((proof) =>
    sendIdempotent(["book_series", values], (key) =>
      writeAnswering((supabase) =>
        supabase
          .rpc("book_series", values)
          .setHeader(KEY_HEADER, key)
          .setHeader(BOT_CHECK_HEADER, proof)
          .setHeader(HOLD_HEADER, holdSecret()),
      ),
    ),
  );
}

export async function bookSeriesAsGuest(
  id: string,
  intake: Intake | undefined,
  wish: GuestWish,
): Promise<Outcome<GuestAnswer>> {
  const failure = await intake?.(id);
  if (failure) return { value: null, failure };
  const { service, name, address, token, party, note, orWait: or_wait, language, timeZone: time_zone, channel } = wish;
  const values = { id, service, name, address, token, party, note, or_wait, language, time_zone, channel };
  return writeAnswering((supabase) =>
    supabase.rpc("book_series_as_guest", values).setHeader(HOLD_HEADER, holdSecret()),
  );
}

/** Cancels all coming dates of the course of a booking. `link`: the signed link of a guest. */
export function cancelSeries(id: string, link?: string | null): Promise<Outcome<{ cancelled: number }>> {
  return writeAnswering((supabase) => supabase.rpc("cancel_series", { id, ...linked(link) }));
}

export function restoreSeries(id: string, link?: string | null): Promise<Outcome<BookingAnswer>> {
  return writeAnswering((supabase) => supabase.rpc("restore_series", { id, ...linked(link) }));
}
