/**
 * Every write goes through here: it loads supabase-js, sends, and returns the row or a failure with a text key. It never
 * throws, so a form always keeps its input.
 *
 *   const { value, failure } = await write((supabase) => supabase.from("posts").insert(post).select().single());
 */
import type { Json } from "../../generated/database";
import { forgetPrefetched } from "../../router/payloadLoader";
import { type Failure, readFailure } from "./errors";
import { type Client, getSupabase } from "./supabase";

export type Outcome<T> = { value: T; failure: null } | { value: null; failure: Failure };

interface Answer {
  data: unknown;
  error: unknown;
  status?: number;
}

/** Rich text and the like as what a column or parameter of JSON takes. */
export function asJson(value: object): Json {
  return value as Json;
}

/** Type of `data` when there is no error; supabase-js marks it with `error: null`. */
type Row<A extends Answer> = [Extract<A, { error: null }>] extends [never]
  ? A["data"]
  : Extract<A, { error: null }>["data"];

export async function write<A extends Answer>(
  send: (supabase: Client) => PromiseLike<A>,
  read: (error: unknown) => Failure = readFailure,
): Promise<Outcome<Row<A>>> {
  try {
    const { data, error, status } = await send(await getSupabase());
    // postgrest-js returns the status beside the error, auth-js inside it.
    if (error) return { value: null, failure: read(withStatus(error, status)) };
    forgetPrefetched();
    return { value: data as Row<A>, failure: null };
  } catch (error) {
    return { value: null, failure: read(error) };
  }
}

/** For a write whose module could not be loaded. */
export function asFailed(error: unknown): Outcome<never> {
  return { value: null, failure: readFailure(error) };
}

/** A write by a function that answers with JSON: the schema defines its shape. */
export function writeAnswering<T>(send: (supabase: Client) => PromiseLike<Answer>): Promise<Outcome<T>> {
  return write(send) as Promise<Outcome<T>>;
}

function withStatus(error: unknown, status: number | undefined): unknown {
  if (status === undefined || typeof error !== "object" || error === null || "status" in error) return error;
  return Object.assign(error, { status });
}
