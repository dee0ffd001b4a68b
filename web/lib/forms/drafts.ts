/**
 * A draft: text that is not sent yet. Every change is saved in this browser's storage at once, and on the server a second
 * after the last change, for other devices. A draft is deleted when the server has confirmed the text, or when the user
 * discards it. A guest's draft stays in the browser and becomes the member's when they sign in.
 *
 *   const draft = useDraft(`reply:${postId}`, isReplyDraft);
 *   draft.found          undefined: still looking; null: nothing; else what to begin with
 *   draft.keep(content)  on every change
 *   draft.discard()      after the server has confirmed
 */

import { useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Json } from "../../generated/database";
import { useVisitor } from "../context";
import { write } from "../requests/write";
import { draftKey } from "./draftKey";

// Milliseconds: saved after a pause, and during continuous typing after this time.
const PAUSE = 1000;
const MAX_WAIT = 1500;

export type DraftState = "none" | "saving" | "saved" | "local";

export interface Draft<T> {
  found: T | null | undefined;
  /** `local`: in this browser only, for guests or if the server could not be reached. */
  state: DraftState;
  keep: (content: T) => void;
  discard: () => Promise<void>;
}

export function useDraft<T>(place: string, isDraft: (value: unknown) => value is T): Draft<T> {
  const owner = useVisitor()?.id ?? null;
  const keeper = useMemo(() => new DraftKeeper(place, owner), [place, owner]);
  const [found, setFound] = useState<{ keeper: DraftKeeper; content: unknown } | null>(null);
  const state = useSyncExternalStore(keeper.subscribe, keeper.readState, readNone);

  useEffect(() => {
    let isStale = false;
    keeper.find().then((content) => !isStale && setFound({ keeper, content }));
    const save = () => keeper.saveNow();
    addEventListener("online", save);
    addEventListener("pagehide", save);
    return () => {
      isStale = true;
      removeEventListener("online", save);
      removeEventListener("pagehide", save);
      keeper.saveNow();
    };
  }, [keeper]);

  const content = found?.keeper === keeper ? found.content : undefined;
  return {
    found: content === undefined ? undefined : isDraft(content) ? content : null,
    state,
    keep: keeper.keep,
    discard: keeper.discard,
  };
}

const readNone = (): DraftState => "none";

/** As stored in this browser. `savedAs` is the time at which the server received this content. */
interface StoredDraft {
  content: unknown;
  savedAs: string | null;
}

/** One draft at one place. Its requests go one after the other, so that a late save never follows a removal. */
export class DraftKeeper {
  private state: DraftState = "none";
  private readonly listeners = new Set<() => void>();
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** When the first change that is not sent yet was made. */
  private changedAt: number | null = null;
  private last: Promise<unknown> = Promise.resolve();
  /** Content that storage rejected because it is forbidden or full; newer than the stored one. */
  private memory: StoredDraft | null = null;

  constructor(
    private readonly place: string,
    private readonly owner: string | null,
  ) {}

  /** Initial value: a draft that only this browser has, else the server's. */
  async find(): Promise<unknown> {
    const local = this.adoptGuests() ?? this.readLocal();
    if (!this.owner || (local && local.savedAs === null)) return local?.content ?? null;
    const { value, failure } = await write((supabase) =>
      supabase.from("drafts").select("content, updated_at").eq("place", this.place).maybeSingle(),
    );
    // Typed in the meantime: the current input is newer.
    if (this.state !== "none" || failure) return this.readLocal()?.content ?? null;
    if (value === null) {
      this.removeLocal();
      return null;
    }
    this.writeLocal({ content: value.content, savedAs: value.updated_at });
    return value.content;
  }

  keep = (content: unknown): void => {
    this.writeLocal({ content, savedAs: null });
    this.change(this.owner ? "saving" : "local");
    clearTimeout(this.timer);
    if (!this.owner) return;
    this.changedAt ??= Date.now();
    this.timer = setTimeout(this.saveNow, Math.min(PAUSE, this.changedAt + MAX_WAIT - Date.now()));
  };

  saveNow = (): void => {
    clearTimeout(this.timer);
    this.changedAt = null;
    const kept = this.readLocal();
    if (!this.owner || !kept || kept.savedAs !== null) return;
    this.last = this.last.then(() => this.save(kept.content));
  };

  discard = async (): Promise<void> => {
    clearTimeout(this.timer);
    this.changedAt = null;
    this.removeLocal();
    this.change("none");
    if (!this.owner) return;
    this.last = this.last.then(() => write((supabase) => supabase.from("drafts").delete().eq("place", this.place)));
    await this.last;
  };

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  readState = (): DraftState => this.state;

  private async save(content: unknown): Promise<void> {
    // Discarded or replaced while it was queued.
    if (!this.isStillKept(content)) return;
    const row = { place: this.place, content: content as Json };
    const { value, failure } = await write((supabase) =>
      supabase.from("drafts").upsert(row, { onConflict: "user_id,place" }).select("updated_at").single(),
    );
    if (!this.isStillKept(content)) return;
    if (failure || value === null) return this.change("local");
    this.writeLocal({ content, savedAs: value.updated_at });
    this.change("saved");
  }

  private isStillKept(content: unknown): boolean {
    return JSON.stringify(this.readLocal()?.content) === JSON.stringify(content);
  }

  private change(state: DraftState): void {
    this.state = state;
    for (const listener of this.listeners) listener();
  }

  private key(owner: string | null): string {
    return draftKey(this.place, owner);
  }

  /**
   * A guest's draft moves to the member who signs in, and is not left for the next user. It wins over the member's own
   * draft, which a session that ended while typing left behind.
   */
  private adoptGuests(): StoredDraft | null {
    if (!this.owner) return null;
    const kept = this.readLocal(null);
    if (!kept) return null;
    this.removeLocal(null);
    this.writeLocal({ content: kept.content, savedAs: null });
    return kept;
  }

  private readLocal(owner = this.owner): StoredDraft | null {
    if (this.memory && owner === this.owner) return this.memory;
    try {
      const kept: unknown = JSON.parse(localStorage.getItem(this.key(owner)) ?? "null");
      if (isStoredDraft(kept)) return kept;
    } catch {
      // Storage is forbidden, or holds an unknown value under this key: no draft.
    }
    return null;
  }

  private writeLocal(kept: StoredDraft): void {
    try {
      localStorage.setItem(this.key(this.owner), JSON.stringify(kept));
      this.memory = null;
    } catch {
      // Memory and the server's copy remain. An older stored value would win over the server's.
      if (kept.savedAs !== null) this.removeLocal();
      this.memory = kept;
    }
  }

  private removeLocal(owner = this.owner): void {
    this.memory = null;
    try {
      localStorage.removeItem(this.key(owner));
    } catch {
      // Storage is forbidden, so there is nothing to remove.
    }
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === "object" && value !== null && "content" in value && "savedAs" in value;
}
