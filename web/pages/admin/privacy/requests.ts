/** Acts of staff on requests about data. */

import type { PrivacyRequest } from "../../../generated/payloads";
import { refusalReader } from "../../../lib/api/rights/refusals";
import { type Outcome, write } from "../../../lib/requests/write";

export const KINDS = ["access", "correction", "erasure", "portability", "consent"] as const;
export const CHANNELS = ["email", "phone", "in_person"] as const;
export const STATES = ["current", "open", "in_progress", "done", "refused", "withdrawn"] as const;

const readRefusal = refusalReader({
  request_open: "admin.privacy.error.open",
  request_taken: "admin.privacy.error.taken",
  request_closed: "admin.privacy.error.closed",
  request_extended: "admin.privacy.error.extended",
  wrong_day: "admin.privacy.error.day",
  not_found: "admin.privacy.error.gone",
});

export interface NewRequest {
  id: string;
  kind: PrivacyRequest["kind"];
  channel: (typeof CHANNELS)[number];
  received_on: string;
  message: string;
  /** A member, or a person without an account by name and contact. */
  member?: string;
  person_name?: string;
  person_contact?: string;
}

export function addRequest(request: NewRequest): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("add_privacy_request", { ...request }), readRefusal);
}

export function takeRequest(request: string, isMine = true): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("take_privacy_request", { request, is_mine: isMine }), readRefusal);
}

export function extendRequest(request: string, due_on: string, reason: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("extend_privacy_request", { request, due_on, reason }), readRefusal);
}

export function closeRequest(request: string, state: "done" | "refused", outcome: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("close_privacy_request", { request, state, outcome }), readRefusal);
}

/** "empty" and "too long", as texts. */
export function checkWords(words: string, longest: number): string | null {
  const length = [...words.trim()].length;
  return length === 0 ? "error.missing" : length > longest ? "error.tooLong" : null;
}

/** A day some days after another, as `2026-11-29`. */
export function addDays(day: string, count: number): string {
  const moment = new Date(`${day}T00:00:00Z`);
  moment.setUTCDate(moment.getUTCDate() + count);
  return moment.toISOString().slice(0, 10);
}
