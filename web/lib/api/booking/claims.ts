/** Taking over what was booked without an account. A code proves the address each time; the database decides the rest. */
import { type Outcome, writeAnswering } from "../../requests/write";

/** A name under which an address has booked. */
export interface Claimable {
  guest_id: string;
  name: string;
  bookings: number;
  coming: number;
  last_at: string;
}

export function listClaims(address: string, token: string): Promise<Outcome<Claimable[]>> {
  return writeAnswering((supabase) => supabase.rpc("list_claims", { address, token }));
}

/** The number of bookings that are the member's now. */
export function claimGuests(guests: string[], address: string, token: string): Promise<Outcome<number>> {
  return writeAnswering((supabase) => supabase.rpc("claim_guests", { guests, address, token }));
}

/** Gives the bookings of a guest back, for 30 days. */
export function undoClaim(guest: string): Promise<Outcome<number>> {
  return writeAnswering((supabase) => supabase.rpc("undo_claim", { guest }));
}
