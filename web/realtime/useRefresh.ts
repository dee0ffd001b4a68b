/**
 * Fetches the page again without moving anything: requests during the short wait are merged, and hidden tabs wait. If
 * fetching fails, the page stays: an error page would remove what the user reads and types.
 */
import { useCallback, useEffect, useRef } from "react";
import { useRevalidator } from "react-router";
import { forgetPrefetched, payloadAddress, prefetchPayload } from "../router/payloadLoader";

const SHORTEST = 150;
// Many readers of one page do not all ask at the same moment.
const SPREAD = 400;

export function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null);
  const refresh = useCallback(() => {
    if (timer.current !== null) return;
    const act = async () => {
      timer.current = null;
      if (document.hidden) {
        document.addEventListener("visibilitychange", refresh, { once: true });
        return;
      }
      const shown = payloadAddress(new URL(location.href));
      forgetPrefetched();
      const isThere = await prefetchPayload(new URL(location.href));
      if (isThere && payloadAddress(new URL(location.href)) === shown) revalidate();
    };
    timer.current = setTimeout(act, SHORTEST + Math.random() * SPREAD);
  }, [revalidate]);
  useEffect(
    () => () => {
      if (timer.current !== null) clearTimeout(timer.current);
      timer.current = null;
      document.removeEventListener("visibilitychange", refresh);
    },
    [refresh],
  );
  return refresh;
}
