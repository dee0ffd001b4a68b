import type { BookingSlot } from "../../../generated/payloads";

/**
 * The time that this page holds, and its places for this visitor. Pages from the server count a held place as taken; the
 * change of a hold refreshes them, so what is read here while rendering is current.
 */
export const ownHold = { startsAt: "", isWhole: false, left: 0 };

/** The free places of a slot for this visitor. */
export function leftOf({ startsAt, left }: BookingSlot): number {
  // A course is the only thing on its page: all its dates are held.
  return ownHold.startsAt && (ownHold.isWhole || startsAt === ownHold.startsAt) ? Math.max(left, ownHold.left) : left;
}
