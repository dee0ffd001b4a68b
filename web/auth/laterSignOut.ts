/**
 * A sign-out without a connection: this browser has forgotten the session, but the service still lists it among the
 * devices. The request is repeated when the connection is back, in this tab only. The stored token expires within the
 * hour and is deleted with the first response.
 */
import { getAccess } from "../lib/requests/supabase";

const KEY = "balai-sign-out";

export function signOutLater(accessToken: string): void {
  try {
    sessionStorage.setItem(KEY, accessToken);
  } catch {
    // Storage is forbidden: the request is repeated as long as this page is open.
  }
  waitForConnection(accessToken);
}

/** At start-up, after a reload. */
export function resumeSignOut(): void {
  try {
    const token = sessionStorage.getItem(KEY);
    if (token) send(token);
  } catch {
    // As above: nothing is stored.
  }
}

function waitForConnection(token: string): void {
  addEventListener("online", () => send(token), { once: true });
}

async function send(token: string, pause = 1000): Promise<void> {
  const { url, anonKey } = getAccess();
  try {
    // Any response ends it: a token that the service rejects has no session any more.
    await fetch(`${url}/auth/v1/logout?scope=local`, {
      method: "POST",
      headers: { apikey: anonKey, authorization: `Bearer ${token}` },
    });
    sessionStorage.removeItem(KEY);
  } catch {
    // The event may come before the connection carries anything.
    if (navigator.onLine) setTimeout(() => send(token, pause * 2), pause);
    else waitForConnection(token);
  }
}
