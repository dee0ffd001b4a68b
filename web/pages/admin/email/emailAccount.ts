/** The site's SMTP account. It is no table of the data service, because its password is never sent back. */
import { type Failure, readFailure } from "../../../lib/requests/errors";
import { getAccess, getSupabase } from "../../../lib/requests/supabase";
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

export function removeEmailAccount(): Promise<Outcome<EmailAccount>> {
  return ask("DELETE");
}

async function ask<T>(method: string, body?: object): Promise<Outcome<T>> {
  try {
    const { data } = await (await getSupabase()).auth.getSession();
    const headers = {
      authorization: `Bearer ${data.session?.access_token ?? getAccess().anonKey}`,
      "content-type": "application/json",
    };
    const response = await fetch("/email-account", { method, headers, body: body && JSON.stringify(body) });
    const answer = await response.json();
    if (response.ok) return { value: answer, failure: null };
    return { value: null, failure: readEmailFailure({ ...answer, status: response.status }) };
  } catch (error) {
    return { value: null, failure: readFailure(error) };
  }
}

function readEmailFailure(answer: { details?: string; status: number }): Failure {
  const fault = /^email_(\w+)$/.exec(answer.details ?? "")?.[1];
  const failure = readFailure(answer);
  return fault ? { ...failure, key: `admin.email.error.${fault}`, isRetryable: false } : failure;
}
