/**
 * The backend, through its official client. The client is a chunk of its own that readers without a session never
 * load: it comes with the first call, at the start when a session is stored, or when somebody begins to act.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { findSessionToken } from "../../auth/cookies";
import type { Database } from "../../generated/database";

/** The official client, knowing our tables and functions. */
export type Client = SupabaseClient<Database>;

let access: { url: string; anonKey: string } | null = null;
let client: Promise<Client> | null = null;

/** Called once, at the start, with what the first payload says. */
export function setAccess(given: { url: string; anonKey: string }): void {
  access = given;
}

export function getSupabase(): Promise<Client> {
  client ??= createAtFirst();
  return client;
}

async function createAtFirst(): Promise<Client> {
  const { url, anonKey } = getAccess();
  try {
    const { createClient } = await import("@supabase/supabase-js");
    // A session behind `#` was asked for by mail, or by another application, in the implicit way; what we ask for
    // ourselves comes back as a code. The client takes in one way only, so the address chooses.
    const flowType = /[#&]access_token=/.test(location.hash) ? "implicit" : "pkce";
    const realtime = { accessToken: () => findTokenOfLine(made, anonKey) };
    const made: Client = createClient<Database>(url, anonKey, { auth: { flowType }, realtime });
    return made;
  } catch (error) {
    // The chunk did not arrive. The next call tries anew.
    client = null;
    throw error;
  }
}

/**
 * What the open line to the realtime service goes by. It asks with each heartbeat, which would renew the session in a
 * hidden tab as well: that one goes on with what is there, and gets a new token when it is shown again.
 */
async function findTokenOfLine({ auth }: Client, anonKey: string): Promise<string> {
  if (document.visibilityState === "hidden") return findSessionToken() ?? anonKey;
  const { data } = await auth.getSession();
  return data.session?.access_token ?? anonKey;
}

/** Where the backend is, and its public key: for the few calls that the client has no way to send. */
export function getAccess(): { url: string; anonKey: string } {
  if (!access) throw new Error("The backend's address is not known yet");
  return access;
}
