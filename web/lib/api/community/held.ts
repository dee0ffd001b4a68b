/** Texts held for review, and what reports did by themselves. */
import type { Outcome } from "../../requests/write";
import { call } from "../forum";

export const REJECTIONS = ["spam", "rules", "off_topic", "unclear", "private"] as const;
export type Rejection = (typeof REJECTIONS)[number];

export function approveHeld(held: string): Promise<Outcome<unknown>> {
  return call("decide_held_text", { held, outcome: "approved" });
}

export function rejectHeld(held: string, reason: Rejection, note: string): Promise<Outcome<unknown>> {
  return call("decide_held_text", { held, outcome: "rejected", reason, note });
}

/** Undoes a decision: the text waits again. */
export function reopenHeld(held: string): Promise<Outcome<unknown>> {
  return call("reopen_held_text", { held });
}

export function undoAutomaticAct(act: string): Promise<Outcome<unknown>> {
  return call("undo_automatic_act", { act });
}

export function pinTrustLevel(member: string, level: number | null): Promise<Outcome<unknown>> {
  // The generated type has no null for parameters without a default.
  return call("pin_trust_level", { member, level: level as number });
}

export function setAreaQueue(forum: string, holds: boolean | null): Promise<Outcome<unknown>> {
  return call("set_area_queue", { forum, holds: holds as boolean });
}
