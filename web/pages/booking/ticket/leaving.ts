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
