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

interface Answer<T> {
  data: T | null;
  error: unknown;
  status?: number;
}

export async function write<T>(send: (supabase: SupabaseClient) => PromiseLike<Answer<T>>): Promise<Outcome<T>> {
  try {
    const { data, error, status } = await send(await getSupabase());
    // postgrest-js tells the status beside the error, auth-js inside it.
    if (error) return { value: null, failure: readFailure(withStatus(error, status)) };
    forgetPrefetched();
    // Without an error `data` is the row that was asked for; a write that asks for none has null for its T.
    return { value: data as T, failure: null };
  } catch (error) {
    return { value: null, failure: readFailure(error) };
  }
}

function withStatus(error: unknown, status: number | undefined): unknown {
  if (status === undefined || typeof error !== "object" || error === null || "status" in error) return error;
  return Object.assign(error, { status });
}
