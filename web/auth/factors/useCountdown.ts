import { useEffect, useRef, useState } from "react";

/** A countdown in seconds, and the function that starts it. */
export function useCountdown(seconds: number, isRunning = false): [number, (other?: number) => void] {
  const [left, setLeft] = useState(isRunning ? seconds : 0);
  const until = useRef(0);

  useEffect(() => {
    if (left <= 0) return;
    // Counted from the clock: a tab in the background ticks late.
    until.current ||= Date.now() + left * 1000;
    const timer = setTimeout(() => setLeft(Math.max(0, Math.ceil((until.current - Date.now()) / 1000))), 1000);
    return () => clearTimeout(timer);
  }, [left]);

  const start = (other = seconds) => {
    until.current = Date.now() + other * 1000;
    setLeft(other);
  };
  return [left, start];
}
