/** Blocks set by administrators. The database decides the kind of a value, and the texts that it would hide. */
import type { Barrier } from "../../../generated/payloads";
import { type Outcome, write, writeAnswering } from "../../requests/write";
import { refusalReader } from "./refusals";

export interface NewBarrier {
  id: string;
  kind: Barrier["kind"];
  value: string;
  note: string;
}

export interface BarrierPreview {
  value: string;
  hidden: number;
  members: number;
}

const readRefusal = refusalReader({
  unknown_barrier: "admin.barriers.error.unknown",
  too_wide: "admin.barriers.error.wide",
  own_network: "admin.barriers.error.own",
  barriers_note_check: "admin.barriers.error.note",
});

export function previewBarrier(kind: Barrier["kind"], value: string): Promise<Outcome<BarrierPreview>> {
  return write((client) => client.rpc("preview_barrier", { kind, value }), readRefusal) as Promise<
    Outcome<BarrierPreview>
  >;
}

/** Answers with how many posts and replies it has hidden. */
export function addBarrier(barrier: NewBarrier): Promise<Outcome<number>> {
  return writeAnswering<number>((client) => client.rpc("add_barrier", { ...barrier }));
}

export function removeBarrier(barrier: string): Promise<Outcome<unknown>> {
  return write((client) => client.rpc("remove_barrier", { barrier }), readRefusal);
}
