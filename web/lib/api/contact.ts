/** Contact messages: sending one, and handling received ones. */

import type { Lang } from "../page";
import { readFailure } from "../requests/errors";
import { type Outcome, write } from "../requests/write";

export interface MessageDraft {
  id: string;
  name: string;
  email: string;
  language: Lang;
  body: string;
}

/** Calls a function, which requires a bot check if one is configured, or if the network is busy. */
export async function sendMessage(draft: MessageDraft): Promise<Outcome<unknown>> {
  const { withBotCheck } = await import("../../auth/botCheck/botCheck");
  return withBotCheck((botCheck) =>
    write(async (supabase) => {
      const { proof } = await import("../../auth/account");
      const body = { ...draft, botCheck, ...(await proof()) };
      const { data, error } = await supabase.functions.invoke("contact", { body });
      return { data, error: error && (await refusalOf(error)) };
    }, readContactFailure),
  );
}

/** The response body of the function, which the client does not read. */
async function refusalOf(error: { context?: unknown }): Promise<unknown> {
  if (!(error.context instanceof Response)) return new TypeError("Failed to fetch");
  const { status } = error.context;
  return { ...(await error.context.json().catch(() => ({}))), status };
}

function readContactFailure(error: unknown) {
  const isProof = typeof error === "object" && error !== null && Object.values(error).includes("captcha_failed");
  return isProof ? { key: "contact.error.botCheck", isRetryable: true, code: "captcha_failed" } : readFailure(error);
}

export function setHandled(id: string, is_handled: boolean): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("set_message_handled", { id, is_handled }));
}
