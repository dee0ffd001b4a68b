/** Actions of staff on the cases of the desk. */
import { type Outcome, write } from "../../requests/write";
import { refusalReader } from "./refusals";

const readRefusal = refusalReader({
  claimed: "admin.desk.error.claimed",
  handled: "admin.desk.error.handled",
  not_found: "forum.error.not_found",
  post_gone: "forum.error.gone",
});

export function claimCase(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("claim_case", { case_id: id }), readRefusal);
}

export function releaseCase(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("release_case", { case_id: id }), readRefusal);
}

export const REJECTIONS = ["spam", "rules", "off_topic", "unclear", "private"] as const;
export type Rejection = (typeof REJECTIONS)[number];

/** Why a text that waits is not approved. */
export interface Rejected {
  reason: Rejection;
  note: string;
}

export function closeCase(
  id: string,
  outcome: "resolved" | "rejected",
  rejected?: Rejected,
): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("close_case", { case_id: id, outcome, ...rejected }), readRefusal);
}

export function reopenCase(id: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("reopen_case", { case_id: id }), readRefusal);
}

export function noteCase(id: string, caseId: string, body: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("note_case", { id, case_id: caseId, body }), readRefusal);
}

export function setPresent(isHere: boolean): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("set_present", { is_here: isHere }));
}
