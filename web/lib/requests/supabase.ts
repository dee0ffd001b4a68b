/**
 * The backend, through its official client. The client is a chunk of its own that readers without a session never
 * load: it is loaded at start-up if a session is stored, otherwise by the first write. The texts of failed requests come
 * with it.
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { findSessionToken } from "../../auth/cookies";
import type { Database } from "../../generated/database";
import { loadPartTexts } from "../i18n";
import { findLang } from "../page";
import { sessionFetch } from "./sessionFetch";

/** The official client, knowing our tables and functions. */
export type Client = SupabaseClient<Database>;

/** As the site was asked to behave; the official client has 25 seconds. docs/decisions/0070-behaviour-of-the-official-client.md */
const HEARTBEAT_MS = 30_000;

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
    const [{ createClient }] = await Promise.all([
      import("@supabase/supabase-js"),
      loadPartTexts(findLang(location.pathname) ?? "en", "failures"),
    ]);
    // A session in the fragment comes from an email or another application by the implicit flow; the site's own flow
    // returns a code. The client supports one flow at a time, so the address decides.
    const flowType = /[#&]access_token=/.test(location.hash) ? "implicit" : "pkce";
    const realtime = { accessToken: () => findTokenOfLine(made, anonKey), heartbeatIntervalMs: HEARTBEAT_MS };
    const made: Client = createClient<Database>(url, anonKey, {
      auth: { flowType },
      global: { fetch: sessionFetch },
      realtime,
    });
    return made;
  } catch (error) {
    // The chunk failed to load. The next call retries.
    client = null;
    throw error;
  }
}

/**
 * The token of the realtime connection. The client requests it with each heartbeat, which would refresh the session in a
 * hidden tab as well: a hidden tab uses the current token, and gets a new one when it is shown again.
 */
async function findTokenOfLine({ auth }: Client, anonKey: string): Promise<string> {
  if (document.visibilityState === "hidden") return findSessionToken() ?? anonKey;
  const { data } = await auth.getSession();
  return data.session?.access_token ?? anonKey;
}

/** The backend's address and public key, for the few calls that the client does not support. */
export function getAccess(): { url: string; anonKey: string } {
  if (!access) throw new Error("The backend's address is not known yet");
  return access;
}
