import { useCallback, useEffect, useState } from "react";
import type { Outcome } from "./write";

interface Fetched<T> {
  value: T | null;
  failure: Outcome<T>["failure"];
  isLoading: boolean;
  fetch: () => Promise<void>;
}

/** Requests that only the browser makes: when the part appears, and again by `fetch`. `load` is a function of a module. */
export function useFetched<T>(load: () => Promise<Outcome<T>>): Fetched<T> {
  const [outcome, setOutcome] = useState<Outcome<T> | null>(null);
  const fetch = useCallback(async () => setOutcome(await load()), [load]);
  useEffect(() => {
    fetch();
  }, [fetch]);
  return { value: outcome?.value ?? null, failure: outcome?.failure ?? null, isLoading: outcome === null, fetch };
}
