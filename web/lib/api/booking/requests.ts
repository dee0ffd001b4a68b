/** Answers to requests, by the staff, and to offers of the waiting list, by the party. The database decides who may. */
import { type Outcome, writeAnswering } from "../../requests/write";

interface Answered {
  id: string;
  status: "booked" | "waiting" | "cancelled";
}

export function confirmBooking(id: string): Promise<Outcome<Answered>> {
  return writeAnswering((supabase) => supabase.rpc("confirm_booking", { id }));
}

export function declineBooking(id: string, reason: string): Promise<Outcome<Answered>> {
  return writeAnswering((supabase) => supabase.rpc("decline_booking", { id, reason }));
}

/** `link`: the signed link of a guest. Declining is cancelling. */
export function acceptOffer(id: string, link: string | null): Promise<Outcome<Answered>> {
  return writeAnswering((supabase) => supabase.rpc("accept_offer", { id, ...(link && { link }) }));
}
