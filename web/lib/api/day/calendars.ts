/** Writes about calendars: the secret addresses of feeds. The database decides who may. */
import type { StaffFeed } from "../../../generated/payloads";
import { type Outcome, write } from "../../requests/write";

type Wanted = Pick<StaffFeed, "covers" | "room">;

/** Makes the address. `renew`: another one; the old one stops at once. */
export function openFeed({ covers, room }: Wanted, renew: boolean): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("open_calendar_feed", { covers, room: room ?? undefined, renew }));
}

export function closeFeed({ covers, room }: Wanted): Promise<Outcome<{ id: string }[]>> {
  return write((supabase) => {
    const rows = supabase.from("calendar_feeds").delete().eq("covers", covers);
    // A member sees and deletes their own alone.
    return (room ? rows.eq("room_id", room) : rows.is("room_id", null)).select("id");
  });
}

export function addCalendar(id: string, host: string, address: string): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("add_calendar", { id, host, address }));
}

export function removeCalendar(id: string): Promise<Outcome<boolean>> {
  return write((supabase) => supabase.rpc("remove_calendar", { id }));
}

/** With the busy times that it had. */
export function restoreCalendar(id: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("restore_removed", { kind: "calendar", thing: id }));
}
