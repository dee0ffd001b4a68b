import { useCallback, useRef, useState } from "react";
import { useRevalidator } from "react-router";
import { forgetPrefetched } from "../../router/payloadLoader";
import { type Failure, readFailure } from "./errors";
import type { Outcome } from "./write";

export interface Action<Args extends unknown[], T> {
  /** Resolves to the outcome; null if the same action was still running, so a double click sends once. */
  run: (...args: Args) => Promise<Outcome<T> | null>;
  isRunning: boolean;
  /** Of the last run. Cleared when the next one starts. */
  failure: Failure | null;
  clear: () => void;
}

/** A write that a button or a form starts: one at a time, with its last failure. */
export function useAction<Args extends unknown[], T>(act: (...args: Args) => Promise<Outcome<T>>): Action<Args, T> {
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);
  const isUnderWay = useRef(false);

  const run = async (...args: Args): Promise<Outcome<T> | null> => {
    if (isUnderWay.current) return null;
    isUnderWay.current = true;
    setRunning(true);
    setFailure(null);
    // A lazily loaded chunk may fail to load; the button must not stay busy.
    const outcome = await act(...args).catch((error) => ({ value: null, failure: readFailure(error) }));
    isUnderWay.current = false;
    setRunning(false);
    setFailure(outcome.failure);
    return outcome;
  };
  const clear = useCallback(() => setFailure(null), []);
  return { run, isRunning, failure, clear };
}

/** Fetches the current page again, after a write that changes it. */
export function useRefresh(): () => Promise<void> {
  const { revalidate } = useRevalidator();
  return useCallback(() => {
    forgetPrefetched();
    return revalidate();
  }, [revalidate]);
}
