import { useSyncExternalStore } from "react";
import { useFirst } from "../context";

const MINUTE = 60_000;

/**
 * The current minute, in milliseconds. On the server and in the browser's first render it is the minute in which the page
 * was rendered: a cached page is read later, and the two must be equal. Right after hydration it is the true one.
 */
export function useNow(): number {
  const { renderedAt } = useFirst();
  return useSyncExternalStore(everyMinute, currentMinute, () => Date.parse(renderedAt));
}

function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, MINUTE);
  return () => clearInterval(timer);
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
