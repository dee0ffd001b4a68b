/** The codes that stand in for a lost second factor: addresses of the auth service that its client does not know. */
import { ask } from "./account";
import { getAccess, getSupabase } from "./supabase";
import type { Outcome } from "./write";

export function makeRecoveryCodes(): Promise<Outcome<{ codes: string[] }>> {
  return ask(() => call<{ codes: string[] }>("POST", ""));
}

export function countRecoveryCodes(): Promise<Outcome<{ left: number }>> {
  return ask(() => call<{ left: number }>("GET", ""));
}

/** Makes the session whole, as a factor would. */
export function giveRecoveryCode(code: string): Promise<Outcome<unknown>> {
  return ask(async (auth) => {
    const given = await call<{ access_token: string; refresh_token: string }>("POST", "/verify", { code });
    return given.data ? auth.setSession(given.data) : given;
  });
}

type Answer<T> = { data: T; error: null } | { data: null; error: object };

async function call<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  const { auth } = await getSupabase();
  const { data } = await auth.getSession();
  const { url, anonKey } = getAccess();
  const response = await fetch(`${url}/auth/v1/recovery-codes${path}`, {
    method,
    headers: {
      apikey: anonKey,
      authorization: `Bearer ${data.session?.access_token ?? anonKey}`,
      "content-type": "application/json",
      "x-supabase-api-version": "2024-01-01",
    },
    body: body && JSON.stringify(body),
  });
  const answer = await response.json();
  return response.ok
    ? { data: answer as T, error: null }
    : { data: null, error: { ...answer, status: response.status } };
}
