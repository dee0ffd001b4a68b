import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { isStaying } from "../router/stay";
import styles from "./Menu.module.css";

interface MenuProps {
  /** Its name for screen readers; what the summary shows is read after it. */
  label: string;
  summary: React.ReactNode;
  /** Only in a header that text at twice its size has made narrow on a wide screen. */
  only?: "grown";
  children: React.ReactNode;
}

/** Something that opens under its button. It is the browser's own disclosure, so it opens before any script runs. */
export function Menu({ label, summary, only, children }: MenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const { key, pathname, state } = useLocation();
  const shown = useRef({ key, pathname });

  // It closes after every navigation, that to the same page too.
  useEffect(() => {
    const before = shown.current;
    shown.current = { key, pathname };
    // Not at hydration, and not when the address of the same page is only cleaned, as after a sign-in: a menu that has
    // just been opened would close again.
    if (key === before.key || (isStaying(state) && pathname === before.pathname)) return;
    close(details.current);
  }, [key, pathname, state]);

  useEffect(() => {
    const closeOutside = (event: Event) => {
      if (event.target instanceof Node && !details.current?.contains(event.target)) close(details.current);
    };
    document.addEventListener("pointerdown", closeOutside);
    document.addEventListener("focusin", closeOutside);
    return () => {
      document.removeEventListener("pointerdown", closeOutside);
      document.removeEventListener("focusin", closeOutside);
    };
  }, []);

  const handleKeyDown = (event: React.KeyboardEvent) => {
    if (event.key !== "Escape" || !details.current?.open) return;
    close(details.current);
    details.current.querySelector("summary")?.focus();
  };

  return (
    <details ref={details} className={styles.menu} data-only={only} onKeyDown={handleKeyDown}>
      <summary className={styles.summary}>
        <span className="visually-hidden">{label}</span>
        {summary}
      </summary>
      <div className={styles.panel}>{children}</div>
    </details>
  );
}

function close(details: HTMLDetailsElement | null): void {
  if (details?.open) details.open = false;
}
