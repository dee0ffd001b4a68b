/**
 * Handles the redirect from the auth service: a session in the fragment, a code or an error in the address. The client
 * stores the session. An error is shown once and removed from the address, so that it is not bookmarked or shared.
 */
import { pathTo } from "../generated/paths";
import { getText, loadTexts } from "../lib/i18n";
import { findLang } from "../lib/page";
import type { Failure } from "../lib/requests/errors";
import { getSupabase } from "../lib/requests/supabase";
import { closeToast, showToast } from "../lib/toasts";
import type { Router } from "../router/navigation";
import { matchScreen } from "../router/screens";
import { STAY } from "../router/stay";
import { readAddressFailure, readAuthFailure } from "./authErrors";

const NAMES = [
  ..."access_token expires_at expires_in refresh_token token_type type sb provider_token".split(" "),
  ..."provider_refresh_token code sb_flow_id error error_code error_description message".split(" "),
];
/** Time to read it twice. Then it uncovers what lies below it on a phone, such as the first sign-in method. */
const LONG_LIFE_MS = 20_000;
const ERRORS = ["error", "error_code", "error_description"];

export async function handleAuthReturn(router: Router, follow: () => Promise<void>): Promise<void> {
  const said = readAddress(location);
  const hasError = ERRORS.some((name) => said.has(name));
  if (hasError) cleanAddress(router);
  const supabase = await getSupabase();
  // First, so that no event of the client is missed.
  await follow();
  const { error } = await supabase.auth.initialize();
  if (hasError) await showError(readAddressFailure(said));
  else if (error) await showError(readAuthFailure(error));
  else if (said.has("code") && !(await supabase.auth.getSession()).data.session) await showError(OTHER_BROWSER);
  if (!hasError) cleanAddress(router);
}

/** A code without a verifier in this browser: the client ignores it silently. */
const OTHER_BROWSER = { key: "error.auth.otherBrowser", code: "pkce_code_verifier_not_found", isRetryable: false };

/** A recovery link has signed the user in; the next step is the new password. */
export function redirectToNewPassword(router: Router): void {
  const { pathname } = router.state.location;
  if (matchScreen(pathname)?.name === "reset-password") return;
  router.navigate(pathTo.resetPassword({ lang: findLang(pathname) ?? "en" }), { replace: true });
}

/** A password chosen at sign-up no longer works: says so, with the way to a new one. */
export async function showRemovedPassword(router: Router): Promise<void> {
  const { pathname } = router.state.location;
  if (matchScreen(pathname)?.name === "reset-password") return;
  const lang = findLang(pathname) ?? "en";
  await loadTexts(lang, ["account"]);
  const say = getText(lang);
  const run = () => {
    closeToast(toast);
    router.navigate(pathTo.resetPassword({ lang }));
  };
  const toast = showToast(say("signin.passwordRemoved"), { action: { label: say("reset-password.title"), run } });
}

/** The parameters of query and fragment; the query wins. */
export function readAddress({ hash, search }: Pick<Location, "hash" | "search">): URLSearchParams {
  const said = new URLSearchParams(hash.replace(/^#/, ""));
  for (const [name, value] of new URLSearchParams(search)) said.set(name, value);
  return said;
}

/** The address without the parameters of the auth service. The rest stays. */
export function cleanedAddress({ pathname, search, hash }: Pick<Location, "pathname" | "search" | "hash">): string {
  const query = new URLSearchParams(search);
  for (const name of NAMES) query.delete(name);
  const behind = new URLSearchParams(hash.replace(/^#/, ""));
  const isOurs = NAMES.some((name) => behind.has(name));
  return pathname + (query.size ? `?${query}` : "") + (isOurs || hash === "#" ? "" : hash);
}

function cleanAddress(router: Router): void {
  const { pathname, search, hash } = router.state.location;
  const path = cleanedAddress(router.state.location);
  if (path !== pathname + search + hash || location.hash)
    router.navigate(path, { replace: true, state: STAY, preventScrollReset: true });
}

async function showError(failure: Failure): Promise<void> {
  const lang = findLang(location.pathname) ?? "en";
  await loadTexts(lang, ["account"]);
  showToast(getText(lang)(failure.key, failure.values), { tone: "error", life: LONG_LIFE_MS });
}
