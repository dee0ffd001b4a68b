/** Messages to the house: sending one, and dealing with what came. */

import type { Lang } from "../page";
import { readFailure } from "../requests/errors";
import { type Outcome, write } from "../requests/write";

interface MessageDraft {
  id: string;
  name: string;
  email: string;
  language: Lang;
  body: string;
}

/** Through a function, which also asks for a proof of work where the house wants one. */
export function sendMessage(draft: MessageDraft): Promise<Outcome<unknown>> {
  return write(async (supabase) => {
    const { proof } = await import("../../auth/account");
    const { data, error } = await supabase.functions.invoke("contact", { body: { ...draft, ...(await proof()) } });
    return { data, error: error && (await refusalOf(error)) };
  }, readContactFailure);
}

/** What the function said, which the client leaves unread. */
async function refusalOf(error: { context?: unknown }): Promise<unknown> {
  if (!(error.context instanceof Response)) return new TypeError("Failed to fetch");
  const { status } = error.context;
  return { ...(await error.context.json().catch(() => ({}))), status };
}

function readContactFailure(error: unknown) {
  const isProof = typeof error === "object" && error !== null && Object.values(error).includes("captcha_failed");
  return isProof ? { key: "contact.error.proof", isRetryable: true, code: "captcha_failed" } : readFailure(error);
}

export function setHandled(id: string, is_handled: boolean): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_message_handled", { id, is_handled }));
}
