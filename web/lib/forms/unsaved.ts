/**
 * The forms of the page with changes that are not saved. One guard for each page (components/drafts/LeaveGuard) asks before
 * they are left, however many forms there are.
 */
import { useEffect } from "react";

interface Unsaved {
  /** The input is stored as a draft, and comes back. */
  hasDraft: boolean;
  /** The server has all of it: closing the window loses nothing. */
  isSafe: boolean;
}

const forms = new Map<symbol, Unsaved>();

/** Registers a form while it has unsaved changes. */
export function useUnsaved(isChanged: boolean, { hasDraft, isSafe }: Unsaved = { hasDraft: false, isSafe: false }) {
  useEffect(() => {
    if (!isChanged) return;
    const key = Symbol();
    forms.set(key, { hasDraft, isSafe });
    return () => {
      forms.delete(key);
    };
  }, [isChanged, hasDraft, isSafe]);
}

/** Null: nothing is unsaved. Else whether all of it comes back as a draft, and whether the server has that already. */
export function findUnsaved(): Unsaved | null {
  if (forms.size === 0) return null;
  const all = [...forms.values()];
  return { hasDraft: all.every((form) => form.hasDraft), isSafe: all.every((form) => form.isSafe) };
}
