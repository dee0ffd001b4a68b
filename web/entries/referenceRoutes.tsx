/**
 * The table of screens for React Router itself. Only the reference bundle of tests has it.
 *
 *   root: what every page has, whatever its layout
 *     default, auth or admin layout
 *       boundary: the error page, inside the layout
 *         one route for each screen
 */
import type { ComponentType } from "react";
import { type ErrorResponse, type HydrationState, type LoaderFunction, Outlet, type RouteObject } from "react-router";
import { AdminLayout } from "../app/AdminLayout";
import { AuthLayout } from "../app/AuthLayout";
import { ErrorPage } from "../app/ErrorPage";
import { Layout } from "../app/Layout";
import { Root } from "../app/Root";
import { type Screen, screens } from "../generated/screens";
import { usePage } from "../lib/context";
import type { FirstPayload, PageProps } from "../lib/page";
import { matchScreen } from "../router/screens";

const BOUNDARY = { default: "boundary", auth: "boundary.auth", admin: "boundary.admin" } as const;

type Page = ComponentType<PageProps<never>>;

/** How a screen gets its page. */
export type Supply = (screen: Screen) => Pick<RouteObject, "Component" | "lazy" | "loader">;

export function createRoutes(supply: Supply, notFound: LoaderFunction | undefined): RouteObject[] {
  const screenRoute = (screen: Screen): RouteObject => ({
    id: screen.name,
    path: screen.pattern,
    ...supply(screen),
  });
  const inLayout = (layout: Screen["layout"], Component: ComponentType, more: RouteObject[]): RouteObject => ({
    id: `layout.${layout}`,
    Component,
    children: [
      {
        id: BOUNDARY[layout],
        Component: Outlet,
        ErrorBoundary: ErrorPage,
        children: [...screens.filter((screen) => screen.layout === layout).map(screenRoute), ...more],
      },
    ],
  });
  return [
    {
      id: "root",
      Component: Root,
      ErrorBoundary: ErrorPage,
      HydrateFallback: Nothing,
      children: [
        inLayout("default", Layout, [{ id: "unknown", path: "*", loader: notFound, Component: Nothing }]),
        inLayout("auth", AuthLayout, []),
        inLayout("admin", AdminLayout, []),
      ],
    },
  ];
}

/** A page rendered from its payload. */
export function pageComponent(PageComponent: Page): ComponentType {
  return function LoadedPage() {
    // The generated table ties each screen to its page and the payload to its screen; the types cannot say so here.
    return <PageComponent data={usePage().data as never} />;
  };
}

/** The first page's state for the library's static router. */
export function hydrationState(first: FirstPayload): Required<Pick<HydrationState, "loaderData" | "errors">> {
  if (first.screen !== null && first.status < 400) return { loaderData: { [first.screen]: first }, errors: null };
  const layout = matchScreen(first.path)?.layout ?? "default";
  return { loaderData: {}, errors: { [BOUNDARY[layout]]: statusError(first.status) } };
}

/** Status for the error page, in the shape of the router's own error responses. */
function statusError(status: number): ErrorResponse {
  return { status, statusText: "", data: null, internal: false } as ErrorResponse;
}

function Nothing() {
  return null;
}
