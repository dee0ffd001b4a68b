import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isStaying } from "../router/stay";

/**
 * After a navigation inside the app, focus moves to the new heading, so that a screen reader announces the page. Not on
 * the first page (the browser announces that), and not when the link asks to keep the position.
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
