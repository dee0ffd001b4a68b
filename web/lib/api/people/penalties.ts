/** Penalties of members. The database decides what the caller may impose and lift. */
import { type Outcome, write, writeAnswering } from "../../requests/write";
import { refusalReader } from "../rights/refusals";

export type PenaltyChoice = "area" | "silence" | "suspend" | "forever";

/** `id` null: a ban from one area. */
export interface Penalty {
  id: string | null;
  kind: "silence" | "suspend";
  forum: string | null;
  reason: string;
  until: string | null;
  canLift: boolean;
}

export interface Penalties {
  choices: PenaltyChoice[];
  forum: string | null;
  active: Penalty[];
}

export interface NewPenalty {
  id: string;
  member: string;
  choice: PenaltyChoice;
  hours: number;
  reason: string;
  forum: string | null;
}

const readRefusal = refusalReader({
  is_staff: "penalty.error.staff",
  no_reason: "penalty.error.reason",
  penalized: "penalty.error.penalized",
  penalties_reason_check: "penalty.error.characters",
  area_bans_reason_check: "penalty.error.characters",
  administrators_only: "penalty.error.administrator",
  not_allowed: "penalty.error.administrator",
});

export function listPenalties(member: string, topic?: string): Promise<Outcome<Penalties>> {
  return writeAnswering<Penalties>((client) => client.rpc("penalties_of", { member, topic }));
}

export function penalize({ id, member, choice, hours, reason, forum }: NewPenalty): Promise<Outcome<unknown>> {
  const values = {
    id,
    member,
    kind: choice === "suspend" || choice === "forever" ? "suspend" : "silence",
    // Null: without end. The generated types know no null here.
    hours: (choice === "forever" ? null : hours) as number,
    reason,
    ...(choice === "area" && forum && { forum }),
  };
  return write((client) => client.rpc("penalize", values), readRefusal);
}

export function liftPenalty(member: string, penalty: Pick<Penalty, "id" | "forum">): Promise<Outcome<unknown>> {
  const { id, forum } = penalty;
  if (id) return write((client) => client.rpc("lift_penalty", { penalty: id }), readRefusal);
  const values = { forum: forum ?? "", member, reason: null as unknown as string };
  return write((client) => client.rpc("set_area_ban", values), readRefusal);
}
