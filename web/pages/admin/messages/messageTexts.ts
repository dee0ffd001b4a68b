/** The texts of a service for its messages, and how a message will look. */

import type { OwnMessage } from "../../../generated/payloads";
import type { Lang } from "../../../lib/page";
import { askSite } from "../../../lib/requests/askSite";
import { readFailure } from "../../../lib/requests/errors";
import { type Outcome, writeAnswering } from "../../../lib/requests/write";
import type { Parts } from "./parts";

export interface MessageId {
  service: string;
  kind: OwnMessage["kind"];
  language: Lang;
}

export interface MessagePreview {
  subject: string;
  /** A whole document, with all texts escaped. */
  html: string;
  sms: string;
  cost: { encoding: string; units: number; segments: number; single: number };
  recipient: string;
}

/** All parts empty: the standard texts again. */
export function saveMessage(id: MessageId, parts: Parts): Promise<Outcome<boolean>> {
  return writeAnswering((supabase) => supabase.rpc("save_service_message", { ...id, ...parts }));
}

/** The message with sample data. `send`: also to the reader's own address. */
export function previewMessage(
  id: MessageId,
  parts: Parts,
  send: "mail" | "sms" | null = null,
): Promise<Outcome<MessagePreview>> {
  return askSite("/message-preview", "POST", { ...id, ...parts, send }, (answer) => {
    const failure = readFailure(answer);
    const missing = /^no_own_(mail|sms)$/.exec(answer.details ?? "")?.[1];
    return missing ? { ...failure, key: `admin.texts.error.no_${missing}`, isRetryable: false } : failure;
  });
}
