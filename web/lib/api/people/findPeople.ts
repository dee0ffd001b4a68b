import { getSupabase } from "../../requests/supabase";

export interface FoundPerson {
  id: string;
  display_name: string;
  picture_url: string | null;
}

/** Members whose name the caller may know; those of the topic first. */
export async function findPeople(words: string, topic: string | undefined): Promise<FoundPerson[]> {
  const supabase = await getSupabase();
  const { data } = await supabase.rpc("find_people", { words, ...(topic && { post: topic }) });
  return data ?? [];
}
