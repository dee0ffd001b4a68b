/** A request to the site itself, for what is no row: with the reader's own token, and an answer in the form of a write. */
import { type Failure, readFailure } from "./errors";
import { getAccess, getSupabase } from "./supabase";
import type { Outcome } from "./write";

interface Refusal {
  details?: string;
  status: number;
}

export async function askSite<T>(
  path: string,
  method: string,
  body?: object,
  read: (answer: Refusal) => Failure = readFailure,
): Promise<Outcome<T>> {
  try {
    const { data } = await (await getSupabase()).auth.getSession();
    const headers = {
      authorization: `Bearer ${data.session?.access_token ?? getAccess().anonKey}`,
      "content-type": "application/json",
    };
    const response = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return { value: answer, failure: null };
    return { value: null, failure: read({ ...answer, status: response.status }) };
  } catch (error) {
    return { value: null, failure: readFailure(error) };
  }
}
