/** The answer of the functions that book. */
export interface BookingAnswer {
  id: string;
  status: "booked" | "waiting" | "cancelled";
  starts_at: string;
  party_size: number;
  position: number | null;
  is_request: boolean;
}

/** State of a booking: a request for the staff, an entry of the waiting list, or a confirmed one. */
export function doneAs({ status, is_request }: Pick<BookingAnswer, "status" | "is_request">) {
  return is_request ? "requested" : status === "waiting" ? "waiting" : "booked";
}
