import type { Database } from "../generated/database";

export interface RowSubscription {
  table: keyof Database["public"]["Tables"];
  event?: "INSERT" | "UPDATE" | "DELETE";
  /** `column=eq.value` or `column=in.(value,value)`. */
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
  /** Others see the member from the start, under the name of their profile. */
  isShown?: boolean;
}

export interface Live {
  close: () => void;
  /** Others of this topic see the member. The server writes the name. */
  show: () => void;
  hide: () => void;
}
