/** Writes about rooms, working hours and absences. The database validates them again. */
import type { Lang } from "../../page";
import { asJson, type Outcome, write, writeAnswering } from "../../requests/write";

export interface RoomToSave {
  id: string;
  kind: "room" | "equipment";
  names: Partial<Record<Lang, string>>;
  is_active: boolean;
}

export function saveRoom(room: RoomToSave): Promise<Outcome<{ id: string }>> {
  // The same id sent again after a lost answer is the same room.
  return write((supabase) =>
    supabase
      .from("rooms")
      .upsert({ ...room, names: asJson(room.names) })
      .select("id")
      .single(),
  );
}

export function setRoomActive(id: string, isActive: boolean): Promise<Outcome<{ id: string }[]>> {
  return write((supabase) => supabase.from("rooms").update({ is_active: isActive }).eq("id", id).select("id"));
}

/** A person or a room. */
export interface Place {
  host: string | null;
  room: string | null;
}

interface Hours {
  weekday: number;
  opens: string;
  closes: string;
}

export function saveWorkHours(place: Place, hours: readonly Hours[]): Promise<Outcome<number>> {
  return writeAnswering((supabase) =>
    supabase.rpc("save_work_hours", { ...place, hours: hours.map((span) => ({ ...span })) }),
  );
}

interface AbsenceToAdd extends Place {
  id: string;
  /** By the clock of the site. */
  from_wall: string;
  until_wall: string;
  note: string;
}

export function addAbsence(absence: AbsenceToAdd): Promise<Outcome<string>> {
  return writeAnswering((supabase) => supabase.rpc("add_absence", { ...absence }));
}

export function removeAbsence(id: string): Promise<Outcome<{ id: string }[]>> {
  return write((supabase) => supabase.from("absences").delete().eq("id", id).select("id"));
}

interface RemovedAbsence {
  id: string;
  host_id: string | null;
  room_id: string | null;
  starts_at: string;
  ends_at: string;
  note: string;
}

export function restoreAbsence(absence: RemovedAbsence): Promise<Outcome<{ id: string }>> {
  return write((supabase) => supabase.from("absences").insert(absence).select("id").single());
}
