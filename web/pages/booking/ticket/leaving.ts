import type { BookViewPayload } from "../../../generated/payloads";

/** Label of withdrawing: from a booking, a request, an offer, or the waiting list. */
export function leaving({
  status,
  requestUntil,
  offerUntil,
}: Pick<BookViewPayload, "status" | "requestUntil" | "offerUntil">) {
  if (status !== "waiting") return "cancel";
  return requestUntil ? "withdraw" : offerUntil ? "declineOffer" : "leave";
}

/** Whether the booking waits for a whole course or requests it. Its dates are then cancelled together. */
export function waitsForCourse({ status, dates }: Pick<BookViewPayload, "status" | "dates">) {
  return status === "waiting" && dates.length > 1 && dates.every((date) => date.status !== "booked");
}
