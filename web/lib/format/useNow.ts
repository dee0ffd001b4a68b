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

/** At the turn of each minute, and when the page is seen again: timers stand still while a device sleeps. */
function everyMinute(onChange: () => void): () => void {
  let timer = 0;
  const wait = () => {
    timer = window.setTimeout(tick, MINUTE - (Date.now() % MINUTE));
  };
  const tick = () => {
    clearTimeout(timer);
    wait();
    onChange();
  };
  wait();
  document.addEventListener("visibilitychange", tick);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", tick);
  };
}

function currentMinute(): number {
  return Math.floor(Date.now() / MINUTE) * MINUTE;
}
