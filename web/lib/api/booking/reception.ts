/** Booking for a caller or a walk-in. The database decides the people that staff find and the bookings that they may make (reception.sql). */
import type { Lang } from "../../page";
import type { Failure } from "../../requests/errors";
import { newId } from "../../requests/newId";
import { type Outcome, write, writeAnswering } from "../../requests/write";

export interface Booker {
  member_id: string | null;
  guest_id: string | null;
  name: string;
  contact: string;
  last_at: string | null;
}

export interface DeskWish {
  service: string;
  /** Null: all dates of a course. */
  startsAt: string | null;
  party: number;
  note: string;
  orWait: boolean;
  /** A person who was found, or the name and address of a new one. */
  person: Pick<Booker, "member_id" | "guest_id"> | { name: string; address: string };
  language: Lang;
  /** The chosen person of the service; null: any suitable. */
  host: string | null;
}

export interface DeskAnswer {
  id: string;
  status: string;
  host_id: string | null;
}

export function findBookers(service: string, words: string): Promise<Outcome<Booker[]>> {
  return write((supabase) => supabase.rpc("find_bookers", { service, words })) as Promise<Outcome<Booker[]>>;
}

export async function bookFor(
  wish: DeskWish,
  id = newId(),
  intake?: (id: string) => Promise<Failure | null>,
): Promise<Outcome<DeskAnswer>> {
  const failure = await intake?.(id);
  if (failure) return { value: null, failure };
  const { service, startsAt: starts_at, party, note, orWait: or_wait, person, language, host } = wish;
  const who =
    "name" in person
      ? { name: person.name, address: person.address }
      : person.member_id
        ? { member: person.member_id }
        : { guest: person.guest_id ?? "" };
  const values = { id, service, party, note, or_wait, language, ...who };
  if (starts_at === null) return writeAnswering((supabase) => supabase.rpc("book_series_for", values));
  return writeAnswering((supabase) => supabase.rpc("book_for", { ...values, starts_at, ...(host && { host }) }));
}
