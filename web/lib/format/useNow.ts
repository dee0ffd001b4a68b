import { useSyncExternalStore } from "react";
import { useFirst } from "../context";

const MINUTE = 60_000;
/** One timer for all moments of a page: React then renders their changes together. */
const listeners = new Set<() => void>();
let timer = 0;

/**
 * The current minute, in milliseconds. On the server and in the browser's first render it is the minute in which the page
 * was rendered: a cached page is read later, and the two must be equal. Right after hydration it is the true one.
 */
export function useNow(): number {
  const { renderedAt } = useFirst();
  return useSyncExternalStore(everyMinute, currentMinute, () => Date.parse(renderedAt));
}

/** At the turn of each minute, and when the page is seen again: timers stand still while a device sleeps. */
function everyMinute(onChange: () => void): () => void {
  listeners.add(onChange);
  if (listeners.size === 1) {
    startTimer();
    document.addEventListener("visibilitychange", tick);
  }
  return () => {
    listeners.delete(onChange);
    if (listeners.size) return;
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

function startTimer(): void {
  timer = window.setTimeout(tick, MINUTE - (Date.now() % MINUTE));
}

function tick(): void {
  clearTimeout(timer);
  startTimer();
  for (const listener of listeners) listener();
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
