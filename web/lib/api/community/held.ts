/** Texts held for review, and what reports did by themselves. */
import type { Outcome } from "../../requests/write";
import { call } from "../forum";

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
