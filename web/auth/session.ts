/**
 * Keeps the session cookies in step with the session of supabase-js. The signed-in user is the payload's `visitor`, which
 * the server reads from those cookies; if the two disagree, the page is fetched again.
 */
import type { Session } from "@supabase/supabase-js";
import { type Failure, readFailure } from "../lib/requests/errors";
import { getSupabase } from "../lib/requests/supabase";
import type { Router } from "../router/navigation";
import { forgetPrefetched } from "../router/payloadLoader";
import { findSessionToken, setSessionCookies } from "./cookies";
import { resumeSignOut, signOutLater } from "./laterSignOut";

/** At start-up: loads supabase-js only for an existing session or a redirect from the auth service. */
export async function startSession(router: Router): Promise<void> {
  shown = router;
  resumeSignOut();
  try {
    if (isAuthReturn(location)) {
      const { handleAuthReturn } = await import("./authReturn");
      await handleAuthReturn(router, followSession);
      return;
    }
    if (hasStoredSession()) await followSession();
    else if (findSessionToken()) forgetSession(router);
  } catch (error) {
    // A chunk failed to load. The page is readable; the next write loads the client again.
    console.error("The session could not be followed", error);
  }
}

let shown: Router | null = null;
let isFollowing = false;

/** Cookies and pages follow the session from here on. Signing in calls it too, before its first request. */
export async function followSession(): Promise<void> {
  const router = shown;
  if (isFollowing || !router) return;
  const supabase = await getSupabase();
  if (isFollowing) return;
  isFollowing = true;
  supabase.auth.onAuthStateChange((event, session) => {
    // The token could not be refreshed at start-up, as without a connection. The client tries again.
    if (event === "INITIAL_SESSION" && !session && hasStoredSession()) return;
    const isHalf = session !== null && needsFactor(session);
    const counted = isHalf ? null : session;
    const isOther = (counted?.user.id ?? null) !== shownVisitor(router);
    setSessionCookies(counted);
    if (isOther) forgetDevice(counted?.user.id);
    if (isHalf && event !== "TOKEN_REFRESHED")
      import("./factors/secondFactor").then(({ redirectToFactor }) => redirectToFactor(router));
    else if (event === "PASSWORD_RECOVERY")
      import("./authReturn").then(({ redirectToNewPassword }) => redirectToNewPassword(router));
    else if (event === "SIGNED_IN" && counted && findRemovedPassword(counted))
      import("./authReturn").then(({ showRemovedPassword }) => showRemovedPassword(router));
    if (isOther || event === "USER_UPDATED") refreshPages(router);
  });
}

/** A user with a second factor counts as signed in only at AAL2; until then pages render as for a guest. */
export function needsFactor({ access_token, user }: Session): boolean {
  const hasFactor = user.factors?.some((factor) => factor.status === "verified") ?? false;
  return hasFactor && readLevel(access_token) !== "aal2";
}

const NOTED = "balai-removed-password";

/**
 * Whether the account's password was removed since it was last shown here: confirming the address removes one that
 * another user may have chosen. The client repeats its event in every tab and at every return to one.
 */
function findRemovedPassword({ user }: Session): boolean {
  const removedAt = (user as { password_removed_at?: string }).password_removed_at;
  try {
    if (!removedAt || localStorage.getItem(NOTED) === removedAt) return false;
    localStorage.setItem(NOTED, removedAt);
  } catch {
    // Storage is forbidden in this browser: better twice than never.
  }
  return true;
}

function readLevel(token: string): unknown {
  try {
    const payload = token.split(".")[1]?.replaceAll("-", "+").replaceAll("_", "/") ?? "";
    return JSON.parse(atob(payload)).aal;
  } catch {
    // No token of ours; the server will say so.
    return null;
  }
}

export async function signOut(): Promise<Failure | null> {
  try {
    const { auth } = await getSupabase();
    const { data } = await auth.getSession();
    const { error } = await auth.signOut({ scope: "local" });
    if (error && hasStoredSession()) return readFailure(error);
    import("../offline/outbox/storage").then(({ forgetOutbox }) => forgetOutbox()).catch(() => undefined);
    // The client forgets the session before it sends the request, so the user is signed out here.
    if (error && data.session && readFailure(error).isRetryable) signOutLater(data.session.access_token);
    return null;
  } catch (error) {
    return readFailure(error);
  }
}

function forgetSession(router: Router): void {
  setSessionCookies(null);
  forgetDevice();
  if (shownVisitor(router) !== null) refreshPages(router);
}

/** Removes data of the previous user, or of a guest, from the device: pages, push messages, and texts waiting to be sent. */
function forgetDevice(next?: string): void {
  import("../offline/forget").then(({ forgetUser }) => forgetUser(next)).catch(() => undefined);
}

function refreshPages(router: Router): void {
  forgetPrefetched();
  router.revalidate();
}

function shownVisitor(router: Router): string | null {
  const { Page, payload } = router.state;
  return (Page && payload?.visitor?.id) ?? null;
}

/** supabase-js names its storage after the host: sb-<first label>-auth-token. */
export function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.*-auth-token$/.test(key));
  } catch {
    // Storage is forbidden in this browser, so there is no session.
    return false;
  }
}

/** The auth service and OAuth providers redirect back with a session, a code or an error in the address. */
function isAuthReturn({ hash, search }: Pick<Location, "hash" | "search">): boolean {
  const names = /[#?&](access_token|code|error|error_code|error_description)=/;
  return names.test(hash) || names.test(search);
}
