import type { Client } from "../../requests/supabase";
import { type Outcome, write } from "../../requests/write";

interface Filter {
  thing: string | null;
  actor: string | null;
  member: string | null;
}

/** Below the limit of rows of one answer. */
const PART = 500;

/** The staff log as comma-separated values, oldest first, as far as the caller reads it. */
export async function fetchLog(filter: Filter): Promise<Outcome<string>> {
  let table = "";
  // The log is only added to: oldest first, the parts fit together.
  for (let start = 0; ; start += PART) {
    const { value, failure } = await write((supabase) =>
      narrow(supabase, filter)
        .range(start, start + PART - 1)
        .csv(),
    );
    if (failure) return { value: null, failure };
    const rows = value.indexOf("\n") + 1;
    if (rows === 0 || value.length === rows) return { value: table || value, failure: null };
    table += start === 0 ? value : `\n${value.slice(rows)}`;
  }
}

function narrow(supabase: Client, { thing, actor, member }: Filter) {
  let query = supabase.from("staff_log").select("id,at,actor_id,thing,act,thing_id,member_id,changes").order("id");
  if (thing) query = query.eq("thing", thing);
  if (actor) query = query.eq("actor_id", actor);
  if (member) query = query.eq("member_id", member);
  return query;
}
