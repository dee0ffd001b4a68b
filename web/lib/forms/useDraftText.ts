/**
 * The text of a form that works before its stored draft has been read. Text typed until then is held, and joined with
 * the draft as soon as it is found: neither replaces the other.
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import type { Draft } from "./drafts";
import { whenQuiet } from "./quiet";

export interface DraftText<T> {
  /** Undefined while nothing is stored or typed; null: closed. */
  text: T | null | undefined;
  /** The text is a stored draft, unchanged since. */
  isRestored: boolean;
  /** Shows a text without storing it. */
  show: (text: T | null) => void;
  /** Two changes may come before the next render: each begins with the latest text. */
  write: (change: (before: T | null | undefined) => T) => void;
}

export function useDraftText<T>(
  draft: Draft<T>,
  join: (found: T, typed: T) => T,
  /** Makes what was typed before this form was loaded. */
  begin: () => T | undefined = () => undefined,
): DraftText<T> {
  const [written, setWritten] = useState<T | null | undefined>(begin);
  const [isJoined, setJoined] = useState(false);
  const early = useRef<{ text: T; isTyped: boolean } | null>(written ? { text: written, isTyped: true } : null);
  const { found } = draft;
  const text = written === undefined ? found : written;
  const latest = useRef(text);
  latest.current = text;

  const set = (text: T | null, isTyped: boolean) => {
    latest.current = text;
    setWritten(text);
    setJoined(false);
    const isEarly = found === undefined || early.current !== null;
    if (isEarly) early.current = text && { text, isTyped: isTyped || early.current?.isTyped === true };
    else if (isTyped) draft.keep(text as T);
  };
  const settle = useEffectEvent(() => {
    const held = early.current;
    early.current = null;
    if (!held || found === undefined) return;
    const text = found ? join(found, held.text) : held.text;
    setWritten(text);
    setJoined(found !== null);
    if (held.isTyped) draft.keep(text);
  });
  useEffect(() => {
    if (found === null) settle();
    // A draft changes the field, which must not happen during a composition.
    else if (found !== undefined) return whenQuiet(() => settle());
  }, [found]);

  return {
    text,
    isRestored: isJoined || (written === undefined && Boolean(found)),
    show: (text) => set(text, false),
    write: (change) => set(change(latest.current), true),
  };
}
