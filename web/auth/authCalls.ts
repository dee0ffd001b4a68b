/** Calls to auth endpoints that the client library lacks, with the session's token. */
import { getAccess, getSupabase } from "../lib/requests/supabase";

type Answer<T> = { data: T; error: null } | { data: null; error: object };

export async function callAuth<T>(method: string, path: string, body?: object): Promise<Answer<T>> {
  const { auth } = await getSupabase();
  const { data } = await auth.getSession();
  const { url, anonKey } = getAccess();
  const response = await fetch(`${url}/auth/v1${path}`, {
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
