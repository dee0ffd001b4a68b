import { useEffect, useRef, useState } from "react";

/** Shows one element on the whole display, which stays on meanwhile. Browsers of some phones cannot. */
export function useFullscreen() {
  const ref = useRef<HTMLDivElement>(null);
  const [canOpen, setCanOpen] = useState(false);
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    const follow = async () => {
      const isOpen = document.fullscreenElement !== null;
      setCanOpen(!isOpen && document.fullscreenEnabled);
      try {
        await lock?.release();
        lock = isOpen ? await navigator.wakeLock.request("screen") : null;
      } catch {
        // Not offered, or the battery is low: the display turns off as it is set to.
      }
    };
    follow();
    document.addEventListener("fullscreenchange", follow);
    return () => {
      document.removeEventListener("fullscreenchange", follow);
      void lock?.release();
    };
  }, []);
  return { ref, canOpen, open: () => void ref.current?.requestFullscreen().catch(() => setCanOpen(false)) };
}
