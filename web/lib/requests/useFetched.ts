import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "./write";

interface Fetched<T> {
  value: T | null;
  failure: Outcome<T>["failure"];
  isLoading: boolean;
  fetch: () => Promise<void>;
}

/**
 * Requests that only the browser makes: when the part appears, when `load` changes, and again by `fetch`. `load` is a
 * function of a module, or memoized. Null: there is nothing to request yet. Of several answers the newest request's counts.
 */
export function useFetched<T>(load: () => Promise<Outcome<T> | null>): Fetched<T> {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null);
  const newest = useRef(0);
  const fetch = useCallback(async () => {
    const request = ++newest.current;
    const answer = await load();
    if (request === newest.current) setOutcome(answer);
  }, [load]);
  useEffect(() => {
    fetch();
  }, [fetch]);
  return { value: outcome?.value ?? null, failure: outcome?.failure ?? null, isLoading: outcome === null, fetch };
}
