/**
 * The server's entry: evaluated once by V8 alone (no Node, no DOM), then called for every page.
 *
 * Contract with balai/site/render:
 *   - Evaluate the built file (static/server.js, one script). It needs nothing but ECMAScript and Intl; what else
 *     the libraries ask for comes from polyfills.ts, in front of everything. Pages are ready one microtask turn after
 *     the evaluation, so `renderPage` belongs in an evaluation of its own.
 *   - `renderPage(payloadJson: string): string` is synchronous. It takes the complete first payload (with `site`,
 *     `supabase` and `build`) as JSON text and returns the HTML that belongs inside `<div id="app">…</div>`. It throws when
 *     a page cannot be rendered; an empty `#app` is then enough, since the browser renders it from the payload.
 *   - The error page: `screen` null or `status` 400 or more. It is rendered in the layout of the path's screen.
 *   - The document around it: `<html lang>` (en, zh-Hans, ms, vi); in the head, before all else, static/before-paint.js
 *     inline with its hash in script-src; the style sheets of manifest.json for "entries/browser.tsx" and for
 *     "pages/<area>/index.ts" with all they import; `<meta name="modules">` with the addresses of "entries/browser.tsx" and
 *     of all modules it needs, which before-paint.js loads; the payload in
 *     `<script type="application/json" id="payload">` with every `<` written as \u003c.
 *   - manifest.json is Vite's. Files under /assets/ carry a hash and never change; builds/latest.json is
 *     `{"id": build}` with the `build` that the payload carries.
 */
import "./polyfills";
import "../theme/fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { renderToString } from "react-dom-render-to-string";
import { ErrorPage } from "../app/ErrorPage";
import { App, Root } from "../app/Root";
import { provideApart } from "../components/richText/RichText";
import { RichTextBlocks } from "../components/richText/RichTextBlocks";
import type { FirstPayload } from "../lib/page";
import { setStorageHost } from "../lib/uploads/pictures";
import { Framed } from "../router/Framed";
import { OutletContext, RequestContext, type RequestState } from "../router/router";
import { findScreen, matchScreen } from "../router/screens";
import { locationOf, pages } from "./renderedPages";

provideApart(RichTextBlocks);

function renderPage(payloadJson: string): string {
  const first: FirstPayload = JSON.parse(payloadJson);
  setStorageHost(first.supabase.storageHost);
  const Page = first.screen !== null && first.status < 400 ? pages.get(first.screen) : undefined;
  const request: RequestState = {
    location: locationOf(first),
    loaderData: Page ? first : undefined,
    error: Page ? null : { status: first.status },
  };
  const layout = (findScreen(first.screen) ?? matchScreen(first.path))?.layout;
  return renderToString(
    <App first={first}>
      {/* The second child takes the place of one in the library's provider: `useId` counts such forks. */}
      <RequestContext value={request}>
        <OutletContext
          value={<Framed layout={layout}>{Page ? <Page data={first.data as never} /> : <ErrorPage />}</Framed>}
        >
          <Root />
        </OutletContext>
      </RequestContext>
      {null}
    </App>,
  );
}

Object.assign(globalThis, { renderPage });
