/**
 * Every write goes through here: it brings supabase-js, sends, and answers with the row or with a failure that has a
 * text for people. It never throws, so a form always keeps what was typed.
 *
 *   const { value, failure } = await write((supabase) => supabase.from("posts").insert(post).select().single());
 */
import type { SupabaseClient } from "@supabase/supabase-js";
import { type Failure, readFailure } from "./errors";
import { forgetPrefetched } from "./payload";
import { getSupabase } from "./supabase";

export type Outcome<T> = { value: T; failure: null } | { value: null; failure: Failure };

interface Answer {
  data: unknown;
  error: unknown;
  status?: number;
}

/** What `data` is when there is no error; supabase-js tells the two cases apart by `error: null`. */
type Row<A extends Answer> = [Extract<A, { error: null }>] extends [never]
  ? A["data"]
  : Extract<A, { error: null }>["data"];

export async function write<A extends Answer>(
  send: (supabase: SupabaseClient) => PromiseLike<A>,
): Promise<Outcome<Row<A>>> {
  try {
    const { data, error, status } = await send(await getSupabase());
    // postgrest-js tells the status beside the error, auth-js inside it.
    if (error) return { value: null, failure: readFailure(withStatus(error, status)) };
    forgetPrefetched();
    return { value: data as Row<A>, failure: null };
  } catch (error) {
    return { value: null, failure: readFailure(error) };
  }
}

function withStatus(error: unknown, status: number | undefined): unknown {
  if (status === undefined || typeof error !== "object" || error === null || "status" in error) return error;
  return Object.assign(error, { status });
}
