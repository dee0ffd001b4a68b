/** A session that still lacks its second factor: the sign-in screen asks for it, and goes on to where one was. */
import type { createBrowserRouter } from "react-router";
import { pathTo } from "../generated/paths";
import { findLocalPath, findOwnPath } from "../lib/address";
import { findLang } from "../lib/page";
import { matchScreen } from "../router/screens";

type AppRouter = ReturnType<typeof createBrowserRouter>;

export function redirectToFactor(router: AppRouter): void {
  const { pathname, search } = router.state.location;
  const query = new URLSearchParams(search);
  if (query.get("method") === "factor") return;
  const lang = findLang(pathname) ?? "en";
  router.navigate(pathTo.signin({ lang }, { method: "factor", next: findNext(pathname, search, query) }), {
    replace: true,
  });
}

/** Where she was, or was going to. */
function findNext(pathname: string, search: string, query: URLSearchParams): string | null {
  const screen = matchScreen(pathname);
  if (screen?.layout !== "auth") return pathname + search;
  const reset = pathTo.resetPassword({ lang: findLang(pathname) ?? "en" });
  if (screen.name === "reset-password" || screen.name === "forget-password") return reset;
  const mailed = findOwnPath(query.get("redirect_to"), location.origin);
  return findLocalPath(query.get("next") ?? undefined) ?? mailed;
}
