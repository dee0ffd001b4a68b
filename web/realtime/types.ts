import type { Database } from "../generated/database";

export interface RowSubscription {
  table: keyof Database["public"]["Tables"];
  event?: "INSERT" | "UPDATE" | "DELETE";
  /** `column=eq.value`. */
  filter?: string;
}

export interface Change {
  table: string;
  event: "INSERT" | "UPDATE" | "DELETE";
  /** The columns that are followed: never a text. Empty for a row that is gone. */
  row: Record<string, unknown>;
}

export interface Handlers {
  onChange: (change: Change) => void;
  /** Changes may have been missed. */
  onMissed: () => void;
  /** Receives the names of other users on this topic. Without it, presence is not requested. */
  onWho?: (names: string[]) => void;
  /** What the others see one as, from the start. */
  as?: string;
}

export interface Live {
  close: () => void;
  /** Be seen by the others of this topic. */
  show: (name: string) => void;
  hide: () => void;
}
