/**
 * The browser's entry. The HTML is server-rendered, with its payload in <script type="application/json" id="payload">.
 * The entry loads the page's chunk and texts, then React hydrates.
 */
import "../theme/fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { type ComponentType, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { App } from "../app/Root";
import { startSession } from "../auth/session";
import { pages } from "../generated/pages";
import type { Screen } from "../generated/screens";
import { fetchMissingStyles, isBuildOutdated, isReachable, reloadOnceAt, watchStyles } from "../lib/build";
import { hasTexts, loadTexts } from "../lib/i18n";
import { type FirstPayload, findLang, type PageProps } from "../lib/page";
import { setAccess } from "../lib/requests/supabase";
import { setStorageHost } from "../lib/uploads/pictures";
import { createHref, PageError, Redirect, Router } from "../router/navigation";
import { getPayload, NO_CONNECTION, setBuild } from "../router/payloadLoader";
import { RouterProvider } from "../router/RouterProvider";
import { findScreen, matchScreen } from "../router/screens";

type Page = ComponentType<PageProps<never>>;

async function start(): Promise<void> {
  const first: FirstPayload = JSON.parse(document.getElementById("payload")?.textContent ?? "null");
  const screen = findScreen(first.status < 400 ? first.screen : null);
  const [page] = await Promise.all([screen && pages[screen.name](), loadTexts(first.lang, screen?.texts)]);
  for (const part of window.partsOnPage ?? []) await part;
  const router = new Router(
    page ? { Page: page, payload: first, error: null } : { Page: null, error: new PageError(first.status) },
    (url, signal) => loadPage(url, signal, (target) => loadChunk(target, router)),
  );

  setAccess(first.supabase);
  setBuild(first.build);
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
  startSession(router);
  // Without a connection nothing of it would work.
  whenIdle(() =>
    import("../idle/startIdleParts").then(({ startIdleParts }) =>
      startIdleParts(router, first, (name) => pages[name]()),
    ),
  );
}

async function loadPage(url: URL, signal: AbortSignal, load: (screen: Screen) => Promise<Page>) {
  // Offline, a full page load would end on the browser's error page.
  const isRenewing = isBuildOutdated() && navigator.onLine;
  if (isRenewing && url.pathname !== location.pathname) return new Redirect(url.pathname + url.search, true);
  const screen = matchScreen(url.pathname);
  const texts = loadTexts(findLang(url.pathname) ?? "en", screen?.texts);
  // The error page needs the texts too; a redirect needs no page.
  const wanted = [screen ? getPayload(url, signal) : null, screen && load(screen), texts] as const;
  const [payload, page] = await Promise.allSettled(wanted);
  if (payload.status === "rejected") throw payload.reason;
  if (payload.value instanceof Redirect) return payload.value;
  if (page.status === "rejected") throw page.reason;
  if (!payload.value) throw new PageError(404);
  return { Page: page.value, payload: payload.value };
}

/** A screen's chunk. If it is missing, the site may have a newer build: the page is loaded as a whole, once. */
async function loadChunk({ name }: Screen, router: Router): Promise<Page> {
  try {
    const page = await pages[name]();
    await fetchMissingStyles();
    return page;
  } catch (error) {
    // Without a pending navigation, the error page's retry has requested this page.
    const wanted = () => router.state.loading ?? router.state.location;
    const target = wanted();
    if (!(await isReachable())) throw new PageError(NO_CONNECTION);
    if (target === wanted() && reloadOnceAt(createHref(target))) return new Promise<never>(() => {});
    throw error;
  }
}

/** After everything that the page itself needs. */
function whenIdle(act: () => Promise<void>): void {
  const run = () => void act().catch(() => undefined);
  const wait = () =>
    "requestIdleCallback" in window ? requestIdleCallback(run, { timeout: 2000 }) : setTimeout(run, 500);
  if (document.readyState === "complete") wait();
  else addEventListener("load", wait, { once: true });
}

start().catch(async (error: unknown) => {
  // Without its chunk the page is still readable and its links work. One reload is tried.
  console.error("The page did not start", error);
  if (await isReachable()) reloadOnceAt(location.href);
});
