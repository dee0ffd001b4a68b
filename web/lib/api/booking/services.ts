/** Writes of administrators about services and site-wide closing days. The database validates them again. */
import type { Lang } from "../../page";
import { asJson, type Outcome, write, writeAnswering } from "../../requests/write";

interface SavedService {
  id: string;
  slug: string;
  sequence: number;
}

/** A service whole, in the database's own names: `save_service` takes its four parts and writes them together. */
export interface ServiceToSave {
  service: {
    id: string;
    base_sequence: number | null;
    slug: string;
    kind: "appointment" | "session";
    /** On dates of its own, and how they are booked; null: weekly hours. */
    series: "single" | "whole" | "either" | null;
    /** In their order; the first is the one that lists show. */
    hosts: string[];
    rooms: string[];
    /** Empty: none. */
    picture_url: string;
    online_url: string | null;
    duration_minutes: number;
    buffer_before_minutes: number;
    buffer_after_minutes: number;
    capacity: number;
    per_person: number;
    notice_minutes: number;
    window_days: number;
    cancel_until_minutes: number;
    time_zone: string;
    is_active: boolean;
    notifies_staff: boolean;
    host_messages: string[];
    desk_messages: string[];
    needs_confirmation: boolean;
    request_takes_place: boolean;
    request_hours: number;
    offer_hours: number;
    allows_guests: boolean;
    allows_overlap: boolean;
    /** Null: no limit. */
    day_limit: number | null;
    week_limit: number | null;
    member_limit: number | null;
    reminder_minutes: number[];
    follow_up_minutes: number | null;
    thread_days: number | null;
    link_minutes: number | null;
    position: number;
    answer_days: number;
    questions: object[];
    /** Null: free. */
    price: object | null;
  };
  texts: { language: Lang; name: string; description: string; place: string }[];
  hours: { weekday: number; opens: string; closes: string }[];
  exceptions: { day: string; opens: string | null; closes: string | null; note: string }[];
}

export function saveService(parts: ServiceToSave): Promise<Outcome<SavedService>> {
  return writeAnswering((supabase) => supabase.rpc("save_service", { ...parts, service: asJson(parts.service) }));
}

interface HouseDayToAdd {
  id: string;
  day: string;
  opens: string | null;
  closes: string | null;
  note: string;
}

export function addHouseDay(day: HouseDayToAdd): Promise<Outcome<{ id: string }>> {
  // The same id sent again after a lost answer is the same day.
  return write((supabase) => supabase.from("service_exceptions").upsert(day).select("id").single());
}

export function removeHouseDay(id: string): Promise<Outcome<{ id: string }[]>> {
  return write((supabase) => supabase.from("service_exceptions").delete().eq("id", id).select("id"));
}

export interface FoundMember {
  id: string;
  display_name: string;
}

/** Searches members by name, to choose a host. */
export function findMembers(name: string): Promise<Outcome<FoundMember[]>> {
  // Both are wildcards in a pattern; as input they are meant literally.
  const letters = name.replace(/[\\%_]/g, "\\$&");
  return write((supabase) =>
    supabase
      .from("profiles")
      .select("id, display_name")
      .ilike("display_name", `%${letters}%`)
      .order("display_name")
      .limit(8),
  );
}

/** The regions whose public holidays are suggested as closed days. */
export function setHolidayRegions(regions: readonly string[]): Promise<Outcome<string[]>> {
  return writeAnswering((supabase) => supabase.rpc("set_holiday_regions", { regions: [...regions] }));
}

interface HolidayToClose {
  id: string;
  day: string;
  names: Partial<Record<Lang, string>>;
  /** Its bookings were seen and are cancelled. */
  cancels: boolean;
}

export function closeHoliday(holiday: HolidayToClose): Promise<Outcome<{ id: string; cancelled: number }>> {
  return writeAnswering((supabase) => supabase.rpc("close_holiday", { ...holiday, names: asJson(holiday.names) }));
}

export function openHoliday(id: string): Promise<Outcome<{ restored?: number }>> {
  return writeAnswering((supabase) => supabase.rpc("open_holiday", { id }));
}
