/**
 * Booking without an account: a code proves the address, the proof books, and the signed link of the answer opens the
 * ticket. The rules are the database's (schema/site/booking/guests.sql).
 */
import { BOT_CHECK_HEADER, withBotCheck } from "../../../auth/botCheck/botCheck";
import type { Lang } from "../../page";
import type { Failure } from "../../requests/errors";
import { type Outcome, writeAnswering } from "../../requests/write";
import { HOLD_HEADER, holdSecret } from "./holds";

/** The failure's key when the proof of an address is too old: ask for a new code. */
export const NOT_PROVEN = "error.detail.not_proven";

export interface GuestWish {
  service: string;
  startsAt: string;
  name: string;
  address: string;
  token: string;
  party: number;
  note: string;
  orWait: boolean;
  language: Lang;
  timeZone: string;
  /** The chosen person of the service; null: any. */
  host: string | null;
  /** By which messages come, of a guest with a phone number who has a choice. */
  channel: string | null;
}

export interface GuestAnswer {
  id: string;
  status: "booked" | "waiting" | "cancelled";
  is_request: boolean;
  link: string;
}

/** Sends a code to an email address or phone number. The answer is the address in the form that it is stored in. */
export function requestGuestCode(address: string, language: Lang): Promise<Outcome<string>> {
  return withBotCheck((proof) =>
    writeAnswering((supabase) =>
      supabase.rpc("request_guest_code", { address, language }).setHeader(BOT_CHECK_HEADER, proof),
    ),
  );
}

/** A token for a right code; null for a wrong one. */
export function proveGuestAddress(address: string, code: string): Promise<Outcome<string | null>> {
  return writeAnswering((supabase) => supabase.rpc("prove_guest_address", { address, code }));
}

/** The same id sent twice is one booking. */
export async function bookAsGuest(
  id: string,
  intake: ((id: string) => Promise<Failure | null>) | undefined,
  wish: GuestWish,
): Promise<Outcome<GuestAnswer>> {
  const failure = await intake?.(id);
  if (failure) return { value: null, failure };
  const {
    service,
    startsAt: starts_at,
    name,
    address,
    token,
    party,
    note,
    orWait: or_wait,
    language,
    host,
    channel,
  } = wish;
  const values = {
    id,
    service,
    starts_at,
    name,
    address,
    token,
    party,
    note,
    or_wait,
    language,
    time_zone: wish.timeZone,
    host,
    channel,
  };
  return writeAnswering((supabase) => supabase.rpc("book_as_guest", values).setHeader(HOLD_HEADER, holdSecret()));
}

/** The channel of the messages about the booking of a signed link that are still to come. */
export function chooseGuestChannel(link: string, channel: string): Promise<Outcome<string>> {
  return writeAnswering((supabase) => supabase.rpc("choose_guest_channel", { link, channel }));
}
