/**
 * Calls of the account screens to the auth service. Each call first follows the session, so that the cookies for server
 * rendering are set before it returns. Like every write, none of them throws.
 */
import type { EmailOtpType, Provider, Session, SupabaseClient, User } from "@supabase/supabase-js";
import { pathTo } from "../generated/paths";
import { browserZone } from "../lib/format/useTimeZone";
import type { Lang } from "../lib/page";
import { getAccess } from "../lib/requests/supabase";
import { type Outcome, write } from "../lib/requests/write";
import type { Identifier } from "./accountRules";
import { readAuthFailure } from "./authErrors";
import { readSavedField } from "./formMemory";
import { followSession } from "./session";

interface Answer {
  data: unknown;
  error: unknown;
}

interface Entry {
  user: User | null;
  session: Session | null;
}

/** One call of the auth client; an error becomes a text key. */
export function ask<A extends Answer>(send: (auth: SupabaseClient["auth"]) => PromiseLike<A>) {
  return write(async (supabase) => {
    await followSession();
    return send(supabase.auth);
  }, readAuthFailure);
}

interface NewAccount {
  displayName: string;
  email: string;
  password: string;
  lang: Lang;
  invitation: string | null;
  /** The versions of pages that the user agreed to. */
  consents: readonly string[];
}

/** Facts about the recipient that emails use. */
function facts(lang: Lang) {
  return { language: lang, time_zone: browserZone() };
}

/**
 * The metadata of an account that a code may create, or confirm after a sign-up in this browser. They replace those of
 * the sign-up, so the name typed there and the invitation in the address are sent again.
 */
function newcomerFacts(who: Identifier, lang: Lang) {
  const invitation = new URLSearchParams(location.search).get("invite");
  const isSame = "email" in who && who.email === readSavedField("email");
  const displayName = isSame ? readSavedField("name") : "";
  return { ...facts(lang), ...(displayName && { display_name: displayName }), ...(invitation && { invitation }) };
}

const here = (path: string) => location.origin + path;

/** The bot check that such a call needs, if the service requires one. */
export async function proof(): Promise<{ captchaToken?: string }> {
  const { findCaptchaToken } = await import("./botCheck/captcha");
  const captchaToken = await findCaptchaToken(getAccess().url);
  return captchaToken ? { captchaToken } : {};
}

/** A code by email, for users for whom the CAPTCHA does not work. */
export async function askCaptchaCode(_lang: Lang, email = ""): Promise<Outcome<unknown>> {
  return ask(async () => {
    const { url, anonKey } = getAccess();
    const headers = { "content-type": "application/json;charset=UTF-8", apikey: anonKey };
    const answer = await fetch(`${url}/auth/v1/captcha/email-code`, {
      method: "POST",
      headers,
      body: JSON.stringify({ email }),
    });
    const body = await answer.json();
    return answer.ok ? { data: body, error: null } : { data: null, error: { ...body, status: answer.status } };
  });
}

export async function giveCaptchaCode(code: string, email = ""): Promise<Outcome<boolean>> {
  const { giveMailedCode } = await import("./botCheck/captcha");
  giveMailedCode(code, email);
  return { value: true, failure: null };
}

export function signIn(who: Identifier, password: string): Promise<Outcome<Entry>> {
  return ask(async (auth) => auth.signInWithPassword({ ...who, password, options: await proof() }));
}

/** `goOn` is the local path that the email's link leads to. */
export function signUp(account: NewAccount, goOn: string): Promise<Outcome<Entry>> {
  const { displayName, email, password, lang, invitation, consents } = account;
  const agreed = consents.length > 0 && { consents };
  const data = { display_name: displayName, ...facts(lang), ...(invitation && { invitation }), ...agreed };
  const options = { data, emailRedirectTo: here(goOn) };
  return ask(async (auth) => auth.signUp({ email, password, options: { ...options, ...(await proof()) } }));
}

/** A code by SMS, or by email together with a link. Using it creates the account if there is none. */
export function sendCode(who: Identifier, goOn: string, lang: Lang): Promise<Outcome<unknown>> {
  const data = newcomerFacts(who, lang);
  return ask(async (auth) => {
    const options = { data, ...(await proof()) };
    return "email" in who
      ? auth.signInWithOtp({ ...who, options: { ...options, emailRedirectTo: here(goOn) } })
      : auth.signInWithOtp({ ...who, options });
  });
}

export function sendConfirmationAgain(email: string, goOn: string): Promise<Outcome<unknown>> {
  const options = { emailRedirectTo: here(goOn) };
  return ask(async (auth) => auth.resend({ type: "signup", email, options: { ...options, ...(await proof()) } }));
}

export function askNewPassword(email: string, goOn: string): Promise<Outcome<unknown>> {
  return ask(async (auth) => auth.resetPasswordForEmail(email, { redirectTo: here(goOn), ...(await proof()) }));
}

/** Leaves the site for an OAuth provider, which redirects back to `goOn`. */
export function signInWithProvider(
  provider: string,
  goOn: string,
  lang: Lang,
  invitation?: string,
): Promise<Outcome<unknown>> {
  // A provider takes no invitation along: the sign-up page hands it in on the way back.
  const back = invitation ? pathTo.signup({ lang }, { invite: invitation, next: goOn }) : goOn;
  // The client's type lists a fixed set of providers; the service decides which exist.
  return ask((auth) => auth.signInWithOAuth({ provider: provider as Provider, options: { redirectTo: here(back) } }));
}

/** Hands in the invitation that led a new member here; false if it counts no more, or the member is not new. */
export function acceptInvitation(token: string): Promise<Outcome<boolean>> {
  return write((supabase) => supabase.rpc("accept_invitation", { token }));
}

/** Leaves the site for the company sign-in (SSO) of an email domain. */
export function signInWithCompany(domain: string, goOn: string): Promise<Outcome<unknown>> {
  return ask(async (auth) => {
    const options = { redirectTo: here(goOn), skipBrowserRedirect: true, ...(await proof()) };
    const answer = await auth.signInWithSSO({ domain, options });
    if (answer.data?.url) location.assign(answer.data.url);
    return answer;
  });
}

export function redeemCode(who: Identifier, token: string, type: EmailOtpType): Promise<Outcome<Entry>> {
  return ask((auth) =>
    "email" in who ? auth.verifyOtp({ ...who, token, type }) : auth.verifyOtp({ ...who, token, type: "sms" }),
  );
}

export function redeemLink(token_hash: string, type: EmailOtpType): Promise<Outcome<Entry>> {
  return ask((auth) => auth.verifyOtp({ token_hash, type }));
}

/** `displayName`: of an invited user, for the account's emails; the profile has its own copy. */
export function changePassword(password: string, displayName?: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.updateUser({ password, ...(displayName && { data: { display_name: displayName } }) }));
}

export function changeEmail(email: string, goOn: string): Promise<Outcome<unknown>> {
  return ask((auth) => auth.updateUser({ email }, { emailRedirectTo: here(goOn) }));
}

/** The language and name that emails of the auth service use; the profile has its own copy of both. */
export function noteInAccount(data: { display_name: string; language?: Lang; time_zone?: string }) {
  return ask((auth) => auth.updateUser({ data }));
}

export function signOutEverywhere(): Promise<Outcome<unknown>> {
  return ask(async (auth) => ({ data: null, ...(await auth.signOut({ scope: "global" })) }));
}

const LINK_TYPES: readonly EmailOtpType[] = ["signup", "invite", "magiclink", "recovery", "email_change", "email"];

export interface MailLink {
  tokenHash: string;
  type: EmailOtpType;
  /** The page that asked for it. Any client can set it, so only local paths are followed. */
  redirectTo: string | null;
}

/** The parameters of the email link that led to this screen, from the page's query. */
export function findMailLink(query: Readonly<Record<string, string>>): MailLink | null {
  const type = LINK_TYPES.find((known) => known === query.type);
  if (!query.token_hash || !type) return null;
  return { tokenHash: query.token_hash, type, redirectTo: query.redirect_to ?? null };
}
