/**
 * The part of React Router that rendering on the server needs. The server's build takes this module where components
 * import "react-router"; the browser's build keeps the library.
 *
 * The library builds and matches its route table for each page and costs 0.9 to 1.7 ms of a page's 1.1 to 2.1 ms of CPU.
 * Python has matched the path before, so here hooks return constants and `RequestContext` holds the rest.
 * The HTML must stay equal to the library's, attribute order included, or hydration breaks:
 * tests/site/render/test_server_router.py compares both on every screen.
 */
import { createContext, type ReactNode, useContext } from "react";
import type * as Library from "react-router";

export interface RequestState {
  location: Library.Location;
  /** The payload of the shown page; absent on an error page. */
  loaderData: unknown;
  /** What the error page shows; null on any other page. */
  error: unknown;
}

export const RequestContext = createContext<RequestState | null>(null);
/** What the next `<Outlet>` renders. */
export const OutletContext = createContext<ReactNode>(null);

function useRequest(): RequestState {
  const request = useContext(RequestContext);
  if (!request) throw new Error("Rendered outside RequestContext");
  return request;
}

// Components

const ABSOLUTE_URL = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

type LinkProps = Library.LinkProps & { ref?: React.Ref<HTMLAnchorElement> };

/** The library's own properties, which are no attributes of the anchor, and `target`, which comes after `href`. */
const ROUTER_PROPS = new Set([
  "to",
  "target",
  "discover",
  "prefetch",
  "relative",
  "reloadDocument",
  "replace",
  "state",
  "preventScrollReset",
  "viewTransition",
]);

export function Link(props: LinkProps) {
  const { location } = useRequest();
  const { to, target } = props;
  const isAbsolute = typeof to === "string" && ABSOLUTE_URL.test(to);
  // Copied in a loop: a rest pattern that excludes ten names takes 3 µs, a tenth of a page with many links.
  const anchor: Record<string, unknown> = {};
  for (const name in props) {
    if (!ROUTER_PROPS.has(name)) anchor[name] = props[name as keyof LinkProps];
  }
  anchor.href = isAbsolute ? to : resolveHref(to, location);
  anchor.target = target;
  anchor["data-discover"] = isAbsolute ? undefined : "true";
  return <a {...anchor} />;
}

type NavLinkProps = Omit<Library.NavLinkProps, "children" | "className" | "style"> & {
  className?: string;
  children?: ReactNode;
};

export function NavLink({ "aria-current": current = "page", className, end, caseSensitive: _, ...rest }: NavLinkProps) {
  const { location } = useRequest();
  const path = splitPath(rest.to).pathname.toLowerCase();
  const here = location.pathname.toLowerCase();
  const isActive = here === path || (!end && here.startsWith(`${path}/`));
  const classes = [className, isActive && "active"].filter(Boolean).join(" ");
  return <Link {...rest} aria-current={isActive ? current : undefined} className={classes} />;
}

export function Form({ action, method = "get", discover: _discover, replace: _replace, ...rest }: Library.FormProps) {
  const { location } = useRequest();
  return <form method={method} action={resolveHref(action ?? "", location)} {...rest} data-discover="true" />;
}

export function Outlet() {
  return useContext(OutletContext);
}

/** The browser navigates after hydration; until then neither side renders anything. */
export function Navigate(_props: Library.NavigateProps) {
  return null;
}

export function ScrollRestoration() {
  return null;
}

// Hooks

const idleNavigation: Library.Navigation = {
  state: "idle",
  location: undefined,
  matches: undefined,
  historyAction: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
};
const revalidator = { state: "idle" as const, revalidate: refuse };
const unblocked: Library.Blocker = { state: "unblocked", reset: undefined, proceed: undefined, location: undefined };

export const useLocation: typeof Library.useLocation = () => useRequest().location;

/** Only the innermost match, since only its payload is read. */
export function useMatches(): Pick<Library.UIMatch, "loaderData">[] {
  return [{ loaderData: useRequest().loaderData }];
}

export const useNavigation: typeof Library.useNavigation = () => idleNavigation;
export const useNavigate: typeof Library.useNavigate = () => refuse;
export const useRevalidator: typeof Library.useRevalidator = () => revalidator;
export const useBlocker: typeof Library.useBlocker = () => unblocked;
export const useRouteError: typeof Library.useRouteError = () => useRequest().error;

export function isRouteErrorResponse(error: unknown): error is Library.ErrorResponse {
  return typeof error === "object" && error !== null && "status" in error;
}

// What loaders in the browser call: components import modules that import these.
export { refuse as data, refuse as redirectDocument, refuse as replace };

function refuse(): never {
  throw new Error("Navigation does not exist on the server");
}

// Addresses

interface Parts {
  pathname: string;
  search: string;
  hash: string;
}

function splitPath(to: Library.To): Parts {
  if (typeof to !== "string") return { pathname: "", search: "", hash: "", ...to };
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { pathname, search, hash };
}

/** A query or fragment alone belongs to the page's own path. Relative paths have no use here and are refused. */
function resolveHref(to: Library.To, location: Library.Location): string {
  const { pathname, search, hash } = splitPath(to);
  if (pathname && !pathname.startsWith("/")) throw new Error(`Not an absolute path: ${pathname}`);
  const path = pathname ? withoutDots(pathname) : location.pathname;
  return path + (search === "?" ? "" : search) + (hash === "#" ? "" : hash);
}

/** As the library writes a path: no double slashes, no `.` and `..`. Links within rich text may have any of them. */
function withoutDots(path: string): string {
  if (!/[\\/]{2}|\/\./.test(path)) return path;
  const segments = [""];
  for (const segment of path
    .replace(/[\\/]{2,}/g, "/")
    .slice(1)
    .split("/")) {
    if (segment === "..") segments.length = Math.max(1, segments.length - 1);
    else if (segment !== ".") segments.push(segment);
  }
  return segments.length > 1 ? segments.join("/") : "/";
}
