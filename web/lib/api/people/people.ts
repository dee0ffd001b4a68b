/** Actions of members on other members: following, blocking, reporting. */
import type { PostgrestError } from "@supabase/supabase-js";
import type { Client } from "../../requests/supabase";
import { type Outcome, write } from "../../requests/write";

interface Answer {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

/** By the machine code in `details`. */
const REFUSALS = new Set(["not_available", "not_found", "too_many"]);

/** Sends; a rejection that is explained to members becomes its own text. */
export async function send(act: (client: Client) => PromiseLike<Answer>): Promise<Outcome<unknown>> {
  let refusal: string | undefined;
  const outcome = await write(async (client) => {
    const answer = await act(client);
    refusal = answer.error?.details ?? undefined;
    return answer;
  });
  if (!outcome.failure || refusal === undefined || !REFUSALS.has(refusal)) return outcome;
  return { value: null, failure: { ...outcome.failure, key: `people.error.${refusal}`, isRetryable: false } };
}

export function setFollowing(person: string, follows: boolean): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("set_following", { person, follows }));
}

export function setBlocked(person: string, blocks: boolean): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("set_blocked", { person, blocks }));
}

/** Sent again with the same id, it is stored once. */
export function reportProfile(id: string, person: string, reason: string, note: string): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("report_profile", { id, person, reason, note }));
}
