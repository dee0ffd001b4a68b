/** A session without its second factor: redirects to the sign-in screen, which returns to the page afterwards. */
import { pathTo } from "../../generated/paths";
import { findLocalPath, findOwnPath } from "../../lib/address";
import { findLang } from "../../lib/page";
import type { Router } from "../../router/navigation";
import { matchScreen } from "../../router/screens";

export function redirectToFactor(router: Router): void {
  const { pathname, search } = router.state.location;
  const query = new URLSearchParams(search);
  if (query.get("method") === "factor") return;
  const lang = findLang(pathname) ?? "en";
  router.navigate(pathTo.signin({ lang }, { method: "factor", next: findNext(pathname, search, query) }), {
    replace: true,
  });
}

/** The page to return to. */
function findNext(pathname: string, search: string, query: URLSearchParams): string | null {
  const screen = matchScreen(pathname);
  if (screen?.layout !== "auth") return pathname + search;
  const reset = pathTo.resetPassword({ lang: findLang(pathname) ?? "en" });
  if (screen.name === "reset-password" || screen.name === "forget-password") return reset;
  const mailed = findOwnPath(query.get("redirect_to"), location.origin);
  return findLocalPath(query.get("next") ?? undefined) ?? mailed;
}
