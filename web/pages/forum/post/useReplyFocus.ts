import { useEffect, useRef } from "react";
import { useLocation } from "react-router";

/** After moving to a single reply inside the app (a link to it, or one's own just posted), the reader is put there. */
export function useReplyFocus(): void {
  const { hash, key } = useLocation();
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (!/^#reply-\d+$/.test(hash)) return;
    const reply = document.getElementById(hash.slice(1));
    reply?.focus({ preventScroll: true });
    reply?.scrollIntoView({ block: "start" });
  }, [hash, key]);
}
