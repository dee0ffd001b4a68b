import { useSyncExternalStore } from "react";
import { getAnnouncement, subscribeAnnouncements } from "../../realtime/announce";

/** The live region for screen readers. */
export function Announcer() {
  const text = useSyncExternalStore(subscribeAnnouncements, getAnnouncement, () => "");
  return (
    <p className="visually-hidden" aria-live="polite" data-testid="announcer">
      {text}
    </p>
  );
}
