/** Changes of editors to series of articles. The database checks each of them again. */
import type { Lang } from "../page";
import { type Outcome, write, writeAnswering } from "../requests/write";

export interface SeriesToSave {
  /** An empty slug: the present one, or one made of the title. */
  series: { id: string; slug: string };
  /** A language that is left out is removed. */
  texts: Partial<Record<Lang, { title: string; description: string }>>;
  /** The version that was opened; 0 for a new one. */
  base_version: number;
}

export function saveSeries(parts: SeriesToSave): Promise<Outcome<{ id: string; version: number; slug: string }>> {
  return writeAnswering((supabase) => supabase.rpc("save_series", { ...parts }));
}

export function orderSeries(series: string, ids: string[]): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("order_series", { series, ids }));
}

/** Puts an article into a series, as its last part or at a place. */
export function addPart(article: string, series: string, place?: number): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("choose_series", { article, series, place }));
}

export function removePart(article: string, series: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("leave_series", { article, series }));
}

export function deleteSeries(id: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("delete_series", { id }));
}

export function restoreSeries(id: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("restore_removed", { kind: "series", thing: id }));
}
