/** Choices of notifications: levels of watched items, channels of each kind, quiet hours. */

import { type Outcome, write } from "../../lib/requests/write";
import type { WatchLevel, WatchTarget } from "./watchTypes";

export function setWatch(target: WatchTarget, level: WatchLevel): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_watch", { ...target, level }));
}

export function setNoticeChoice(kind: string, channel: string, is_on: boolean): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_notice_choice", { kind, channel, is_on }));
}

/** By which channel messages about bookings come first. */
export function setBookingChannel(channel: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_booking_channel", { channel }));
}

export interface NoticeSettings {
  quietFrom: string | null;
  quietUntil: string | null;
  digest: string;
  emails: boolean;
}

export function saveNoticeSettings({
  quietFrom,
  quietUntil,
  digest,
  emails,
}: NoticeSettings): Promise<Outcome<unknown>> {
  // The generated types do not know that PostgreSQL takes null for any argument.
  const hours = { quiet_from: quietFrom as string, quiet_until: quietUntil as string };
  return write((supabase) => supabase.rpc("save_notice_settings", { ...hours, digest, emails }));
}

/** Emails go to the member again, although some came back: once a day. */
export function retryOwnEmails(): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("retry_own_emails"));
}
