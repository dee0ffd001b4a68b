/**
 * A form whose input survives a reload. The form has its values wherever it likes; this watches them, stores a draft while
 * they differ from what the form began with, and puts a stored draft back when the form opens.
 *
 *   const draft = useFormDraft("forum:new", values, setValues);
 *   <RestoredNote draft={draft} />
 *   draft.settle(values)      after the server has confirmed these values
 */
import { useEffect, useEffectEvent, useRef, useState } from "react";
import { type DraftState, useDraft } from "./drafts";
import { whenQuiet } from "./quiet";
import { hashOf, hasShapeOf } from "./shapes";
import { useUnsaved } from "./unsaved";

export interface FormDraft {
  state: DraftState;
  isChanged: boolean;
  /** The form shows a stored draft. */
  isRestored: boolean;
  /** The draft was begun on another version of what is saved. */
  isOutdated: boolean;
  /** Rises when the values were replaced from here: an editor that has its own text begins again with it. */
  revision: number;
  /** Back to what is saved. The result puts the draft back. */
  discard: () => () => void;
  settle: (sent: unknown) => void;
}

interface Stored {
  version: string;
  values: unknown;
}

/** `version` names what is saved, if that has a number. A place is one draft. */
export function useFormDraft<T>(place: string, values: T, replace: (values: T) => void, version?: string): FormDraft {
  const draft = useDraft(place, isStored);
  const json = JSON.stringify(values);
  const latest = useRef(json);
  latest.current = json;
  const [base, setBase] = useState(json);
  const [restored, setRestored] = useState<Stored | null>(null);
  const [revision, setRevision] = useState(0);
  /** Value stored as the draft; null: nothing. */
  const kept = useRef<string | null>(null);
  const baseVersion = version ?? hashOf(base);

  const put = (next: string, from: Stored | null) => {
    replace(JSON.parse(next));
    setRestored(from);
    setRevision((count) => count + 1);
  };
  const restore = useEffectEvent((found: Stored) => {
    const next = JSON.stringify(found.values);
    // Text typed while the draft was loading is newer.
    if (json !== base || next === base || !hasShapeOf(found.values, JSON.parse(base))) return;
    kept.current = next;
    put(next, found);
  });
  const { found } = draft;
  useEffect(() => {
    // Replacing a field must not happen during a composition.
    if (found) return whenQuiet(() => restore(found));
  }, [found]);

  const store = useEffectEvent(() => {
    if (json === (kept.current ?? base)) return;
    kept.current = json === base ? null : json;
    if (kept.current === null) void draft.discard();
    else draft.keep({ version: baseVersion, values });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the values have changed.
  useEffect(() => store(), [json]);

  const isChanged = json !== base;
  useUnsaved(isChanged, {
    hasDraft: true,
    isSafe: draft.state === "saved" || json === JSON.stringify(restored?.values),
  });
  return {
    state: isChanged ? draft.state : "none",
    isChanged,
    isRestored: restored !== null,
    isOutdated: restored !== null && restored.version !== baseVersion,
    revision,
    discard: () => {
      kept.current = null;
      put(base, null);
      void draft.discard();
      return () => put(json, restored);
    },
    settle: (sent) => {
      const saved = JSON.stringify(sent);
      setBase(saved);
      setRestored(null);
      kept.current = latest.current === saved ? null : latest.current;
      // Typed while it was being saved: the next change.
      if (kept.current !== null) draft.keep({ version: hashOf(saved), values: JSON.parse(kept.current) });
      else void draft.discard();
    },
  };
}

function isStored(value: unknown): value is Stored {
  return typeof value === "object" && value !== null && "version" in value && "values" in value;
}
