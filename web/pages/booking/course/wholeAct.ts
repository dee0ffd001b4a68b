import type { BookServicePayload } from "../../../generated/payloads";

/** The key of the button for a whole course: it is booked, or asked for where the staff confirm what is booked. */
export function wholeAct(service: BookServicePayload["service"]) {
  return service.needsConfirmation ? "book.dates.askAll" : "book.dates.bookAll";
}
