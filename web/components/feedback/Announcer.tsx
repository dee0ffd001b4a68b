import { useSyncExternalStore } from "react";
import { getAnnouncement, subscribeAnnouncements } from "../../realtime/announce";

/** Where what changes by itself is read out. */
export function Announcer() {
  const text = useSyncExternalStore(subscribeAnnouncements, getAnnouncement, () => "");
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="announcer">
      {text}
    </p>
  );
}
