import type { Outcome } from "./write";

const OFFLINE: Outcome<never> = { value: null, failure: { key: "error.network", isRetryable: true, code: "" } };

/** A write that fails at once without a connection: the client would try to refresh its session for half a minute. */
export function whenOnline<Args extends unknown[], T>(
  act: (...args: Args) => Promise<Outcome<T>>,
): (...args: Args) => Promise<Outcome<T>> {
  return (...args) => (navigator.onLine ? act(...args) : Promise.resolve(OFFLINE));
}
