import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/**
 * After moving on inside the app a screen reader must hear where it is: focus goes to the new heading. Not on the first
 * page (the browser does that), and not when the link asked to stay where the reader is.
 */
export function PageFocus() {
  const location = useLocation();
  const shown = useRef(location.key);

  useEffect(() => {
    if (shown.current === location.key) return;
    shown.current = location.key;
    if (location.hash || isStaying(location.state)) return;
    const heading = document.querySelector<HTMLElement>("main h1");
    if (!heading) return;
    heading.tabIndex = -1;
    heading.focus({ preventScroll: true });
  }, [location]);

  return null;
}

/** State of a link that changes what is shown without moving the reader, as the language switcher's. */
export const STAY = { stay: true } as const;

function isStaying(state: unknown): boolean {
  return typeof state === "object" && state !== null && "stay" in state;
}
