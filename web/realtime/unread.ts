/** Notifications: how many there are unread, and reading them. A chunk of its own, for members alone. */
import { getSupabase } from "../lib/requests/supabase";
import { type Outcome, write } from "../lib/requests/write";
import { forgetPrefetched } from "../router/payloadLoader";

/** Null where it cannot be asked just now. */
export async function countUnread(): Promise<number | null> {
  const supabase = await getSupabase();
  const { count, error } = await supabase
    .from("notifications")
    .select("id", { count: "exact", head: true })
    .is("read_at", null);
  return error ? null : (count ?? 0);
}

/** Those given, or all. */
export function readNotifications(ids?: string[]): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("read_notifications", ids ? { notifications: ids } : {}));
}

/** How far a thread was read; 0: its post alone. Lists that were fetched before show an old mark, so they are dropped. */
export async function noteRead(post: string, number: number): Promise<Outcome<unknown>> {
  const outcome = await write((supabase) => supabase.rpc("mark_thread_read", { post, number }));
  forgetPrefetched();
  return outcome;
}

export function readAllTopics(): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("mark_topics_read"));
}
