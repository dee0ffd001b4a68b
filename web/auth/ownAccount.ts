/** Calls of the security screen: to the auth service by its client, to rows by database functions. */
import type { Provider, UserIdentity } from "@supabase/supabase-js";
import type { Lang } from "../lib/page";
import { type Outcome, write } from "../lib/requests/write";
import { ask, proof } from "./account";
import { callAuth } from "./authCalls";

interface NewPassword {
  password: string;
  /** For services that require the current password, or an emailed code. */
  current?: string;
  nonce?: string;
}

export function choosePassword({ password, current, nonce }: NewPassword): Promise<Outcome<unknown>> {
  const proofs = { ...(current && { current_password: current }), ...(nonce && { nonce }) };
  return ask((auth) => auth.updateUser({ password, ...proofs }));
}

/** Sends the reauthentication code that a password change requires. */
export function askProof(): Promise<Outcome<unknown>> {
  return ask((auth) => auth.reauthenticate());
}

export function sendEmailChangeAgain(email: string, goOn: string): Promise<Outcome<unknown>> {
  const options = { emailRedirectTo: location.origin + goOn };
  return ask(async (auth) => auth.resend({ type: "email_change", email, options: { ...options, ...(await proof()) } }));
}

/** Sends a code to the new number; the change takes effect when the code is verified. */
export function changePhone(phone: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.updateUser({ phone }));
}

export function confirmPhone(phone: string, token: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.verifyOtp({ phone, token, type: "phone_change" }));
}

/** Leaves the site for the provider, which redirects back here. */
export function linkIdentity(provider: string, goOn: string): Promise<Outcome<unknown>> {
  const options = { redirectTo: location.origin + goOn };
  // The client's type lists a fixed set of providers; the service decides which exist.
  return ask((auth) => auth.linkIdentity({ provider: provider as Provider, options }));
}

export function unlinkIdentity(id: string): Promise<Outcome<unknown>> {
  // The client sends only this field of the identity.
  return ask((auth) => auth.unlinkIdentity({ identity_id: id } as UserIdentity));
}

export interface OwnSession {
  id: string;
  created_at: string;
  last_used_at: string;
  user_agent: string | null;
  ip: string | null;
  is_current: boolean;
}

export function listSessions(): Promise<Outcome<OwnSession[]>> {
  return write((supabase) => supabase.rpc("my_sessions"));
}

/** Approximate location of an IP address: the city if known, and the country code. */
export interface Place {
  city?: string;
  country?: string;
}

/** By session id; empty if locations are unknown, which is not an error. */
export async function listPlaces(language: Lang): Promise<Readonly<Record<string, Place>>> {
  type Answer = { locations: Record<string, Place> };
  const { value } = await ask(() =>
    callAuth<Answer>("GET", `/sessions/locations?${new URLSearchParams({ language })}`),
  );
  return value?.locations ?? {};
}

export function endSession(session_id: string): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("end_my_session", { session_id }));
}

export function signOutElsewhere(): Promise<Outcome<unknown>> {
  return ask(async (auth) => ({ data: null, ...(await auth.signOut({ scope: "others" })) }));
}

/** Asks for a copy of everything that is stored of the member. */
export function requestOwnCopy(): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("request_account_export"));
}

/** The browser saves the copy. A link carries the session in a cookie, which is refreshed first if it has expired. */
export async function downloadOwnCopy(): Promise<Outcome<unknown>> {
  const outcome = await ask(async (auth) => auth.getSession());
  if (!outcome.failure) location.assign("/account-export");
  return outcome;
}

/** With the member's texts, or without. */
export function leaveHall(erases_texts: boolean): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("request_account_deletion", { erases_texts }));
}

export function stayInHall(): Promise<Outcome<unknown>> {
  return write((supabase) => supabase.rpc("cancel_account_deletion"));
}
