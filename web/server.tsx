/**
 * The server's half: evaluated once by a bare V8 (no Node, no DOM), then called for every page.
 *
 * Contract with balai/site/render:
 *   - Evaluate the built file (static/server.js, one script). It needs nothing but ECMAScript and Intl; what else
 *     the libraries ask for comes from polyfills.ts, in front of everything. Pages are ready one microtask turn after
 *     the evaluation, so `renderPage` belongs in an evaluation of its own.
 *   - `renderPage(payloadJson: string): string` is synchronous. It takes the complete first payload (with `site`,
 *     `supabase` and `build`) as JSON text and returns the HTML that belongs inside `<div id="app">…</div>`. It throws when
 *     a page cannot be drawn; an empty `#app` is then enough, since the browser draws what it does not find.
 *   - The error page: `screen` null or `status` 400 or more. It is drawn in the layout of the path's screen.
 *   - The document around it: `<html lang>` (en, zh-Hans, ms, vi); in the head, before all else, static/early.js
 *     inline with its hash in script-src; the style sheets of manifest.json for "client.tsx" and for
 *     "pages/<page>.tsx" with all they import; `<script type="module">` of "client.tsx"; the payload in
 *     `<script type="application/json" id="payload">` with every `<` written as \u003c.
 *   - manifest.json is Vite's. Files under /assets/ carry a hash and never change; builds/latest.json is
 *     `{"id": build}` with the `build` that the payload carries.
 */
import "./polyfills";
import "./theme/theme.css";
import "./theme/base.css";
import type { ComponentType } from "react";
import { renderToString } from "react-dom-render-to-string";
import { createStaticRouter, type StaticHandlerContext, StaticRouterProvider } from "react-router";
import { App } from "./components/Root";
import { routes as screens } from "./generated/routes";
import { keepTexts } from "./lib/i18n";
import type { FirstPayload } from "./lib/page";
import { createRoutes, drawPage, hydrationState, matchAll } from "./lib/router";
import en from "./locales/en.json";
import ms from "./locales/ms.json";
import vi from "./locales/vi.json";
import zh from "./locales/zh.json";

keepTexts("en", en);
keepTexts("zh", zh);
keepTexts("ms", ms);
keepTexts("vi", vi);

const pages = new Map<string, ComponentType>();
for (const screen of screens) screen.page().then((page) => pages.set(screen.name, drawPage(page)));

function renderPage(payloadJson: string): string {
  const first: FirstPayload = JSON.parse(payloadJson);
  const routes = createRoutes((screen) => ({ Component: pages.get(screen.name), loader: true }), undefined);
  const location = { pathname: first.path, search: queryText(first.query), hash: "", state: null, key: "default" };
  const context: StaticHandlerContext = {
    basename: "/",
    location: { ...location, mask: undefined },
    matches: matchAll(routes, location.pathname),
    _match: () => matchAll(routes, location.pathname),
    ...hydrationState(first),
    actionData: null,
    statusCode: first.status,
    loaderHeaders: {},
    actionHeaders: {},
  };
  const router = createStaticRouter(routes, context);
  return renderToString(
    <App first={first}>
      <StaticRouterProvider router={router} context={context} hydrate={false} />
    </App>,
  );
}

function queryText(query: FirstPayload["query"]): string {
  const pairs = Object.entries(query).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  return pairs.length ? `?${pairs.join("&")}` : "";
}

Object.assign(globalThis, { renderPage });
