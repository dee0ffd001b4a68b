/**
 * The browser's entry. The HTML is server-rendered, with its payload in <script type="application/json" id="payload">.
 * The entry loads the page's chunk and texts, then React hydrates.
 */
import "../theme/fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { createBrowserRouter, createPath, data, type LoaderFunctionArgs, redirectDocument } from "react-router";
import { RouterProvider } from "react-router/dom";
import { App } from "../app/Root";
import { startSession } from "../auth/session";
import { pages } from "../generated/pages";
import type { Screen } from "../generated/screens";
import { fetchMissingStyles, isBuildOutdated, isReachable, reloadOnceAt, watchBuilds, watchStyles } from "../lib/build";
import { getText, hasTexts, loadTexts } from "../lib/i18n";
import { type FirstPayload, findLang } from "../lib/page";
import { setAccess } from "../lib/requests/supabase";
import { setStorageHost } from "../lib/uploads/pictures";
import { createRoutes, hydrationState, pageComponent, type Supply } from "../router/browserRouter";
import { getPayload, NO_CONNECTION } from "../router/payloadLoader";
import { startPrefetching } from "../router/prefetch";
import { findScreen, matchScreen } from "../router/screens";

async function start(): Promise<void> {
  const first: FirstPayload = JSON.parse(document.getElementById("payload")?.textContent ?? "null");
  const screen = matchScreen(location.pathname);
  const [page] = await Promise.all([
    screen && pages[screen.name](),
    loadTexts(first.lang, findScreen(first.screen)?.texts),
  ]);

  const supply: Supply = (other) =>
    other.name === screen?.name && page
      ? { loader: loadPage, Component: pageComponent(page) }
      : { loader: loadPage, lazy: () => loadChunk(other) };
  const router = createBrowserRouter(createRoutes(supply, refuseUnknown), { hydrationData: hydrationState(first) });

  const loadChunk = async (other: Screen) => {
    try {
      const Component = pageComponent(await pages[other.name]());
      await fetchMissingStyles();
      return { Component };
    } catch (error) {
      // Without a pending navigation, the error page's retry has requested this page.
      const wanted = () => router.state.navigation.location ?? router.state.location;
      const target = wanted();
      if (!(await isReachable())) throw data(null, { status: NO_CONNECTION });
      if (target === wanted() && reloadOnceAt(createPath(target))) return new Promise<never>(() => {});
      throw error;
    }
  };

  setAccess(first.supabase);
  setStorageHost(first.supabase.storageHost);
  const app = (
    <App first={first}>
      <RouterProvider router={router} />
    </App>
  );
  const place = document.getElementById("app") ?? document.body;
  // Rendered from scratch if hydration is impossible: the server sent no HTML, or the texts of its language failed to load.
  if (place.hasChildNodes() && hasTexts(first.lang)) startTransition(() => void hydrateRoot(place, app));
  else createRoot(place).render(app);
  watchStyles();
  startPrefetching((name) => pages[name]());
  startSession(router);
  watchBuilds(first.build, () => {
    const t = getText(findLang(location.pathname) ?? first.lang);
    return { offer: t("common.newVersion"), reload: t("common.reload") };
  });
}

async function loadPage({ request }: LoaderFunctionArgs) {
  const url = new URL(request.url);
  // Offline, a full page load would end on the browser's error page.
  const isRenewing = isBuildOutdated() && navigator.onLine;
  if (isRenewing && url.pathname !== location.pathname) return redirectDocument(url.pathname + url.search);
  const texts = loadTexts(findLang(url.pathname) ?? "en", matchScreen(url.pathname)?.texts);
  // The error page needs the texts too.
  const [payload] = await Promise.allSettled([getPayload(url, request.signal), texts]);
  if (payload.status === "rejected") throw payload.reason;
  return payload.value;
}

async function refuseUnknown({ request }: LoaderFunctionArgs): Promise<never> {
  await loadTexts(findLang(new URL(request.url).pathname) ?? "en");
  throw data(null, { status: 404 });
}

start().catch(async (error: unknown) => {
  // Without its chunk the page is still readable and its links work. One reload is tried.
  console.error("The page did not start", error);
  if (await isReachable()) reloadOnceAt(location.href);
});
