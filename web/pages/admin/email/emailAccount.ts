/** The site's SMTP account. It is no table of the data service, because its password is never sent back. */
import { askSite } from "../../../lib/requests/askSite";
import { type Failure, readFailure } from "../../../lib/requests/errors";
import type { Outcome } from "../../../lib/requests/write";

export interface EmailAccount {
  /** "operator": the settings of the server come first, and cannot be changed here. */
  source: "operator" | "site" | "none";
  host: string;
  port: number;
  isTls: boolean;
  username: string;
  sender: string;
  hasPassword: boolean;
}

export interface EmailAccountToSave {
  host: string;
  port: number;
  isTls: boolean;
  username: string;
  sender: string;
  /** Null: the stored one. */
  password: string | null;
}

interface Sent {
  recipient: string;
}

export function showEmailAccount(): Promise<Outcome<EmailAccount>> {
  return ask("GET");
}

/** Sends a test message by the account, and stores it if the server takes the message. */
export function saveEmailAccount(account: EmailAccountToSave): Promise<Outcome<Sent>> {
  return ask("PUT", account);
}

export function testEmails(): Promise<Outcome<Sent>> {
  return ask("POST");
}

/** Checks the records and the server. `selector`: the name of the DKIM key; empty: unknown. */
export function checkEmails(selector: string): Promise<Outcome<unknown>> {
  return askSite("/email-checks", "POST", { selector }, readEmailFailure);
}

export function removeEmailAccount(): Promise<Outcome<EmailAccount>> {
  return ask("DELETE");
}

/** The one that was removed, with its password. */
export function restoreEmailAccount(): Promise<Outcome<EmailAccount>> {
  return ask("PATCH");
}

function ask<T>(method: string, body?: object): Promise<Outcome<T>> {
  return askSite("/email-account", method, body, readEmailFailure);
}

function readEmailFailure(answer: { details?: string; status: number }): Failure {
  const fault = /^email_(\w+)$/.exec(answer.details ?? "")?.[1];
  const failure = readFailure(answer);
  return fault ? { ...failure, key: `admin.email.error.${fault}`, isRetryable: false } : failure;
}
