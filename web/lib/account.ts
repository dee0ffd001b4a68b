/**
 * What the account screens ask of the auth service. Each call first follows the session, so that the cookies which the
 * server draws pages from are set by the time it answers. Like every write, none of them throws.
 */
import type { EmailOtpType, Session, SupabaseClient, User } from "@supabase/supabase-js";
import type { Lang } from "./page";
import { followSession } from "./session";
import { type Outcome, write } from "./write";

interface Answer {
  data: unknown;
  error: unknown;
}

interface Entry {
  user: User | null;
  session: Session | null;
}

function ask<A extends Answer>(send: (auth: SupabaseClient["auth"]) => PromiseLike<A>) {
  return write(async (supabase) => {
    await followSession();
    return send(supabase.auth);
  });
}

interface NewAccount {
  displayName: string;
  email: string;
  password: string;
  lang: Lang;
}

export function signIn(email: string, password: string): Promise<Outcome<Entry>> {
  return ask((auth) => auth.signInWithPassword({ email, password }));
}

/** `goOn` is the path of ours to go on to from the mail's link. */
export function signUp({ displayName, email, password, lang }: NewAccount, goOn: string): Promise<Outcome<Entry>> {
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const data = { display_name: displayName, language: lang, time_zone: timeZone };
  return ask((auth) => auth.signUp({ email, password, options: { data, emailRedirectTo: location.origin + goOn } }));
}

export function sendConfirmationAgain(email: string, goOn: string): Promise<Outcome<unknown>> {
  const options = { emailRedirectTo: location.origin + goOn };
  return ask((auth) => auth.resend({ type: "signup", email, options }));
}

export function askNewPassword(email: string, goOn: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.resetPasswordForEmail(email, { redirectTo: location.origin + goOn }));
}

export function redeemCode(email: string, token: string, type: EmailOtpType): Promise<Outcome<Entry>> {
  return ask((auth) => auth.verifyOtp({ email, token, type }));
}

export function redeemLink(token_hash: string, type: EmailOtpType): Promise<Outcome<Entry>> {
  return ask((auth) => auth.verifyOtp({ token_hash, type }));
}

export function changePassword(password: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.updateUser({ password }));
}

export function changeEmail(email: string, goOn: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.updateUser({ email }, { emailRedirectTo: location.origin + goOn }));
}

/** The language and name that mails of the auth service use; the profile has its own copy of both. */
export function noteInAccount(data: { display_name: string; language: Lang; time_zone: string }) {
  return ask((auth) => auth.updateUser({ data }));
}

export function signOutEverywhere(): Promise<Outcome<unknown>> {
  return ask(async (auth) => ({ data: null, ...(await auth.signOut({ scope: "global" })) }));
}

const LINK_TYPES: readonly EmailOtpType[] = ["signup", "invite", "magiclink", "recovery", "email_change", "email"];

export interface MailLink {
  tokenHash: string;
  type: EmailOtpType;
  /** Where it was asked from. Anybody can write it, so only paths of ours are followed from here. */
  redirectTo: string | null;
}

/** The link of a mail that led to this screen, from the page's query. */
export function findMailLink(query: Readonly<Record<string, string>>): MailLink | null {
  const type = LINK_TYPES.find((known) => known === query.type);
  if (!query.token_hash || !type) return null;
  return { tokenHash: query.token_hash, type, redirectTo: query.redirect_to ?? null };
}

/** The path of ours that an address names; null for any other site's. */
export function findOwnPath(address: string | null, origin: string): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
