/**
 * Who is signed in. The word on it is the payload's `visitor`, as the server saw her cookies; this module keeps those
 * cookies in step with the session that supabase-js holds, and asks for the page anew when the two disagree.
 */
import type { createBrowserRouter } from "react-router";
import { hasSessionCookie, setSessionCookies } from "./cookies";
import { type Failure, readFailure } from "./errors";
import { forgetPrefetched, isPagePayload } from "./payload";
import { getSupabase } from "./supabase";

type AppRouter = ReturnType<typeof createBrowserRouter>;

/** At the start: bring supabase-js only where there is a session to keep, or a link from a mail to take in. */
export async function startSession(router: AppRouter): Promise<void> {
  shown = router;
  if (!hasStoredSession() && !isAuthReturn(location)) {
    if (hasSessionCookie()) forgetSession(router);
    return;
  }
  try {
    await followSession();
  } catch (error) {
    // Its chunk did not arrive. The page can be read; whoever acts brings the client again.
    console.error("The session could not be followed", error);
  }
}

let shown: AppRouter | null = null;
let isFollowing = false;

/** Cookies and pages follow the session from here on. Signing in calls it too, before its first request. */
export async function followSession(): Promise<void> {
  const router = shown;
  if (isFollowing || !router) return;
  const supabase = await getSupabase();
  if (isFollowing) return;
  isFollowing = true;
  supabase.auth.onAuthStateChange((event, session) => {
    const isOther = (session?.user.id ?? null) !== shownVisitor(router);
    setSessionCookies(session);
    if (isOther || event === "USER_UPDATED") refreshPages(router);
  });
}

export async function signOut(): Promise<Failure | null> {
  try {
    const { auth } = await getSupabase();
    const { error } = await auth.signOut({ scope: "local" });
    return error ? readFailure(error) : null;
  } catch (error) {
    return readFailure(error);
  }
}

function forgetSession(router: AppRouter): void {
  setSessionCookies(null);
  if (shownVisitor(router) !== null) refreshPages(router);
}

function refreshPages(router: AppRouter): void {
  forgetPrefetched();
  router.revalidate();
}

function shownVisitor(router: AppRouter): string | null {
  const { matches, loaderData } = router.state;
  const payload = loaderData[matches.at(-1)?.route.id ?? ""];
  return isPagePayload(payload) ? (payload.visitor?.id ?? null) : null;
}

/** supabase-js names its storage after the host: sb-<first label>-auth-token. */
function hasStoredSession(): boolean {
  try {
    return Object.keys(localStorage).some((key) => /^sb-.*-auth-token$/.test(key));
  } catch {
    // Storage is forbidden in this browser, so nothing can be stored in it.
    return false;
  }
}

/** Links in mails come back with the session, a code or an error in the address. */
function isAuthReturn({ hash, search }: Pick<Location, "hash" | "search">): boolean {
  return /[#&](access_token|error_code|error_description)=/.test(hash) || /[?&](code|error_code)=/.test(search);
}
