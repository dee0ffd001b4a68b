/** A member's own requests about their data. */

import { refusalReader } from "../../../../lib/api/rights/refusals";
import { type Outcome, write } from "../../../../lib/requests/write";

/** In the order of the form. */
export const KINDS = ["access", "correction", "erasure", "portability", "consent"] as const;
export type Kind = (typeof KINDS)[number];

export const MAX_WORDS = 4000;

const readRefusal = refusalReader({
  request_open: "profile.requests.error.open",
  request_closed: "profile.requests.error.closed",
  too_many_requests: "profile.requests.error.many",
  not_found: "profile.requests.error.closed",
});

export function fileRequest(kind: Kind, message: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("file_privacy_request", { kind, message }), readRefusal);
}

export function withdrawRequest(request: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("withdraw_privacy_request", { request }), readRefusal);
}
