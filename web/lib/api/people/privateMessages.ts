/** Private messages. The database holds the rules of consent, blocks and limits; its errors become texts here. */
import type { PostgrestError } from "@supabase/supabase-js";
import type { Client } from "../../requests/supabase";
import { type Outcome, write } from "../../requests/write";

interface Answer {
  data: unknown;
  error: PostgrestError | null;
  status: number;
}

/** By the machine code in `details`. */
const REFUSALS = new Set([
  "messages_off",
  "no_text",
  "not_accepted",
  "not_available",
  "not_found",
  "too_long",
  "too_many_requests",
]);

async function send(act: (client: Client) => PromiseLike<Answer>): Promise<Outcome<unknown>> {
  let refusal: string | undefined;
  const outcome = await write(async (client) => {
    const answer = await act(client);
    refusal = answer.error?.details ?? undefined;
    return answer;
  });
  if (!outcome.failure || refusal === undefined || !REFUSALS.has(refusal)) return outcome;
  return { value: null, failure: { ...outcome.failure, key: `people.messages.error.${refusal}`, isRetryable: false } };
}

/** Sent again with the same id, it is stored once. */
export function sendPrivateMessage(id: string, recipient: string, body: string): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("send_private_message", { id, recipient, body }));
}

export function answerConversation(conversation: string, accepts: boolean): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("answer_conversation", { conversation, accepts }));
}

export function readConversation(conversation: string, number: number): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("read_conversation", { conversation, number }));
}

export function deletePrivateMessage(id: string): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("delete_private_message", { id }));
}

export function reportPrivateMessage(
  id: string,
  message: string,
  reason: string,
  note: string,
): Promise<Outcome<unknown>> {
  return send((client) => client.rpc("report_private_message", { id, message, reason, note }));
}
