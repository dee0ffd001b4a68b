/** Changes of administrators in the library. The database checks each of them again. */
import type { ResourceItem } from "../../generated/payloads";
import type { Lang } from "../page";
import { type Outcome, write, writeAnswering } from "../requests/write";

export interface ResourceToSave {
  resource: {
    id: string;
    category_id: string;
    kind: ResourceItem["kind"];
    /** One for each language, or one with the language null, for all. */
    files: { language: Lang | null; url: string }[];
    /** Whether a replaced file leaves those of the other languages behind. */
    marks_others: boolean;
    is_published: boolean;
    /** The group that sees it, null for everyone. */
    group_id: string | null;
  };
  /** A language that is left out is removed. */
  texts: Partial<Record<Lang, { title: string; description: string }>>;
  /** The version that was opened; 0 for a new one. */
  base_version: number;
}

export function saveResource(parts: ResourceToSave): Promise<Outcome<{ id: string; version: number }>> {
  return writeAnswering((supabase) => supabase.rpc("save_resource", { ...parts }));
}

/** Says that a file that was left behind is still correct, or takes that back. `since`: as the page showed it. */
export function markFile(resource: string, language: Lang, since: string, isCorrect = true): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("mark_resource_file", { resource, language, since, is_correct: isCorrect }));
}

export function deleteResource(id: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("delete_resource", { id }));
}

/** Undoes the deletion of a resource or of a category. */
export function restoreRemoved(kind: "resource" | "resource_category", thing: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("restore_removed", { kind, thing }));
}

export function orderResources(category: string, ids: string[]): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("order_resources", { category, ids }));
}

interface CategoryToSave {
  /** group_id: the group that sees it, null for everyone. */
  category: { id: string; slug: string; group_id: string | null };
  names: Partial<Record<Lang, string>>;
}

export function saveCategory(parts: CategoryToSave): Promise<Outcome<string>> {
  return write((supabase) => supabase.rpc("save_resource_category", { ...parts }));
}

/** Only these change places, among all. */
export function orderCategories(ids: string[]): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("order_resource_categories", { ids }));
}

export function deleteCategory(id: string): Promise<Outcome<null>> {
  return write((supabase) => supabase.rpc("delete_resource_category", { id }));
}
