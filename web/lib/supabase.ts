/**
 * The backend, through its official client. The client is a chunk of its own that readers without a session never
 * load: it comes with the first call, at the start when a session is stored, or when somebody begins to act.
 */
import type { SupabaseClient } from "@supabase/supabase-js";

let access: { url: string; anonKey: string } | null = null;
let client: Promise<SupabaseClient> | null = null;

/** Called once, at the start, with what the first payload says. */
export function setAccess(given: { url: string; anonKey: string }): void {
  access = given;
}

export function getSupabase(): Promise<SupabaseClient> {
  client ??= createAtFirst();
  return client;
}

async function createAtFirst(): Promise<SupabaseClient> {
  if (!access) throw new Error("The backend's address is not known yet");
  const { url, anonKey } = access;
  try {
    const { createClient } = await import("@supabase/supabase-js");
    return createClient(url, anonKey);
  } catch (error) {
    // The chunk did not arrive. The next call tries anew.
    client = null;
    throw error;
  }
}
