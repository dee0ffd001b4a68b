import { useSyncExternalStore } from "react";
import { useSite, useVisitor } from "../context";

const never = () => () => undefined;
let known = { offset: Number.NaN, zone: "" };

/**
 * The zone of the device. It is read again when the offset from UTC has changed, as on a journey: a new Intl formatter for
 * every moment of a page was a fifth of its hydration.
 */
export function browserZone(): string {
  const offset = new Date().getTimezoneOffset();
  if (offset !== known.offset) known = { offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone };
  return known.zone;
}

/**
 * The zone to show moments in: the member's own, else the browser's. The server does not know the latter and renders in the site's;
 * the browser corrects it right after hydration.
 */
export function useTimeZone(): string {
  const site = useSite();
  const visitor = useVisitor();
  const zone = useSyncExternalStore(never, browserZone, () => site.timeZone);
  return visitor?.timeZone ?? zone;
}

/** The zone of the visitor's device. While `isKnown` is false it is a placeholder of about the same length. */
export function useOwnClock(): { zone: string; isKnown: boolean } {
  const zone = useTimeZone();
  const isMember = useVisitor() !== null;
  return { zone, isKnown: useHydrated() || isMember };
}

/** False on the server and in the browser's first render, which must be equal. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
