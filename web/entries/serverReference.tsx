/**
 * The server's bundle with React Router itself, built by tests only (`vite build --mode reference`). Components keep to
 * the library's interface, so the HTML of the site's own router must equal the library's.
 */
import "./polyfills";
import "../theme/fonts.css";
import "../theme/tokens.css";
import "../theme/base.css";
import { renderToString } from "react-dom-render-to-string";
import { createStaticRouter, matchRoutes, type StaticHandlerContext, StaticRouterProvider } from "react-router";
import { App } from "../app/Root";
import type { FirstPayload } from "../lib/page";
import { createRoutes, hydrationState, pageComponent } from "./referenceRoutes";
import { locationOf, pages } from "./renderedPages";

function renderPage(payloadJson: string): string {
  const first: FirstPayload = JSON.parse(payloadJson);
  const routes = createRoutes((screen) => {
    const page = pages.get(screen.name);
    return { Component: page && pageComponent(page), loader: true };
  }, undefined);
  // The table gives each route its id, which the router's type leaves open.
  const matches = (matchRoutes(routes, first.path) ?? []) as StaticHandlerContext["matches"];
  const context: StaticHandlerContext = {
    basename: "/",
    location: locationOf(first),
    matches,
    _match: () => matches,
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

Object.assign(globalThis, { renderPage });
