/**
 * A form that works before its stored draft has been read. It begins with what is saved; what is typed until then is held.
 * A draft that is found restarts the form, joined with what was typed: neither replaces the other.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Draft } from "../../lib/forms/drafts";
import { whenQuiet } from "../../lib/forms/quiet";

export interface EarlyForm<T> {
  /** Rises when the form has to restart with `begin`. */
  round: number;
  begin: () => T;
  isRestored: boolean;
  draft: Draft<T>;
  /** Deletes the draft and restarts with what is saved. */
  startOver: () => void;
}

export function useEarlyForm<T>(
  draft: Draft<T>,
  begin: () => T,
  join: (found: T, typed: T, saved: T) => T,
): EarlyForm<T> {
  const [start, setStart] = useState(() => ({ round: 0, form: begin(), isRestored: false }));
  const isRead = useRef(false);
  const held = useRef<T | null>(null);
  const { found } = draft;

  const settle = useEffectEvent((stored: T | null) => {
    const typed = held.current;
    isRead.current = true;
    held.current = null;
    const form = stored && typed ? join(stored, typed, start.form) : (stored ?? typed);
    if (stored && form) setStart({ round: start.round + 1, form, isRestored: true });
    if (typed && form) draft.keep(form);
  });
  useEffect(() => {
    if (found === null) settle(null);
    // A restart replaces fields, which must not happen during a composition.
    else if (found !== undefined) return whenQuiet(() => settle(found));
  }, [found]);

  return {
    round: start.round,
    begin: () => start.form,
    isRestored: start.isRestored,
    draft: {
      ...draft,
      keep: (content) => {
        if (isRead.current) draft.keep(content);
        else held.current = content;
      },
    },
    startOver: () => {
      void draft.discard();
      setStart({ round: start.round + 1, form: begin(), isRestored: false });
    },
  };
}
