/**
 * The site's router for React: the names of React Router that components use, and no more. Both builds take this module
 * where components import "react-router"; the library itself is 29 KB of JavaScript that every reader would load, and on
 * the server it costs 0.9 to 1.7 ms of a page's 1.1 to 2.1 ms of CPU.
 *
 * Python has matched the path on the server, so hooks return constants there and `RequestContext` holds the rest. In the
 * browser navigation.ts does the work and RouterProvider.tsx renders its state.
 * The HTML is equal to the library's, but for its mark of links to prefetch: tests/site/render/test_server_router.py
 * compares both on every screen.
 */
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import type * as Library from "react-router";
import { findLang } from "../lib/page";
import { isAbsolute, resolveHref, splitPath } from "./hrefs";
import type { NavigateOptions, Router, Scroll } from "./navigation";
import { without } from "./without";

export interface RequestState {
  location: Library.Location;
  /** The payload of the shown page; absent on an error page. */
  loaderData: unknown;
  /** Error of the error page; null on any other page. */
  error: unknown;
  /** In the browser, after a navigation. */
  scroll?: Scroll;
}

/** Null on the server. */
export const RouterContext = createContext<Router | null>(null);
/** Where a navigation under way leads. */
export const LoadingContext = createContext<Library.Location | null>(null);

export const RequestContext = createContext<RequestState | null>(null);
/** Content of the next `<Outlet>`. */
export const OutletContext = createContext<ReactNode>(null);

function useRequest(): RequestState {
  const request = useContext(RequestContext);
  if (!request) throw new Error("Rendered outside RequestContext");
  return request;
}

// Components

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
  const router = useContext(RouterContext);
  const { to, target } = props;
  const anchor = without(props, ROUTER_PROPS);
  anchor.href = isAbsolute(to) ? to : resolveHref(to, location);
  anchor.target = target;
  if (router) anchor.onClick = (event: MouseEvent<HTMLAnchorElement>) => follow(event, props, router);
  return <a {...anchor} />;
}

/** A plain press of the main button stays in the app; with a modifier, the browser opens a tab as it likes. */
function follow(event: MouseEvent<HTMLAnchorElement>, props: LinkProps, router: Router): void {
  props.onClick?.(event);
  const isPlain = event.button === 0 && !(event.metaKey || event.altKey || event.ctrlKey || event.shiftKey);
  if (event.defaultPrevented || !isPlain || props.reloadDocument || (props.target && props.target !== "_self")) return;
  const { origin, pathname, search, hash, href } = event.currentTarget;
  // Files have no language before them: the browser saves them, and this page stays.
  if (origin !== location.origin || !findLang(pathname)) return;
  event.preventDefault();
  // A link to the page itself does not add a step to the history.
  void router.navigate({ pathname, search, hash }, { ...props, replace: props.replace ?? href === location.href });
}

type NavLinkProps = Omit<Library.NavLinkProps, "children" | "className" | "style"> & {
  className?: string;
  children?: ReactNode;
};

const NAV_PROPS = new Set(["aria-current", "className", "end", "caseSensitive", "to"]);

export function NavLink(props: NavLinkProps) {
  const { "aria-current": current = "page", className, end, to } = props;
  const { location } = useRequest();
  const path = splitPath(to).pathname.toLowerCase();
  const here = location.pathname.toLowerCase();
  const isActive = here === path || (!end && here.startsWith(`${path}/`));
  const classes = [className, isActive && "active"].filter(Boolean).join(" ");
  const rest = without(props, NAV_PROPS);
  return <Link {...rest} to={to} aria-current={isActive ? current : undefined} className={classes} />;
}

/** A form that asks for a page: its fields become the query. */
export function Form(props: Library.FormProps) {
  const { action, method = "get", discover: _discover, replace, state, preventScrollReset, onSubmit, ...rest } = props;
  const { location } = useRequest();
  const router = useContext(RouterContext);
  const path = resolveHref(action ?? "", location);
  const submit = (event: React.SubmitEvent<HTMLFormElement>) => {
    onSubmit?.(event);
    if (event.defaultPrevented || !router) return;
    event.preventDefault();
    const query = new URLSearchParams();
    const { submitter } = event.nativeEvent as SubmitEvent;
    for (const [name, value] of new FormData(event.currentTarget, submitter)) {
      if (typeof value === "string") query.append(name, value);
    }
    const target = { pathname: splitPath(path).pathname, search: query.size ? `?${query}` : "" };
    void router.navigate(target, { replace, state, preventScrollReset });
  };
  return <form method={method} action={path} onSubmit={router ? submit : undefined} {...rest} />;
}

export function Outlet() {
  return useContext(OutletContext);
}

/** The browser navigates after hydration; neither side renders anything. */
export function Navigate({ to, replace, state }: Library.NavigateProps) {
  const navigate = useNavigate();
  // Once: a new element for the same redirect must not start it again.
  const go = useRef(() => void navigate(to, { replace, state }));
  useEffect(() => go.current(), []);
  return null;
}

/** Scrolls once the page is there: where it was on the way back, to the place that the fragment names, or to the top. */
export function ScrollRestoration() {
  const request = useRequest();
  const router = useContext(RouterContext);
  useEffect(() => {
    if (!router) return;
    const take = () => (history.scrollRestoration = "manual");
    // A reload and other sites' pages are the browser's business.
    const release = () => {
      router.keepScrolls();
      history.scrollRestoration = "auto";
    };
    take();
    addEventListener("pageshow", take);
    addEventListener("pagehide", release);
    return () => {
      removeEventListener("pageshow", take);
      removeEventListener("pagehide", release);
    };
  }, [router]);
  useLayoutEffect(() => {
    const { location, scroll } = request;
    if (scroll === undefined || scroll === "keep") return;
    const place = typeof scroll === "string" && location.hash && findPlace(location.hash);
    if (place) place.scrollIntoView();
    else window.scrollTo(0, scroll === "top" ? 0 : scroll);
  }, [request]);
  return null;
}

function findPlace(hash: string): HTMLElement | null {
  try {
    return document.getElementById(decodeURIComponent(hash.slice(1)));
  } catch {
    // Not UTF-8.
    return null;
  }
}

// Hooks

export const useLocation: typeof Library.useLocation = () => useRequest().location;

/** Only the innermost match, since only its payload is read. */
export function useMatches(): Pick<Library.UIMatch, "loaderData">[] {
  return [{ loaderData: useRequest().loaderData }];
}

export function useNavigation(): { state: "idle" | "loading"; location: Library.Location | undefined } {
  const loading = useContext(LoadingContext);
  return { state: loading ? "loading" : "idle", location: loading ?? undefined };
}

export function useNavigate(): (to: Library.To | number, options?: NavigateOptions) => Promise<void> {
  const router = useContext(RouterContext);
  return useCallback(async (to, options) => (router ?? refuse()).navigate(to, options), [router]);
}

export function useRevalidator(): { revalidate: () => Promise<void> } {
  const router = useContext(RouterContext);
  const revalidate = useCallback(async () => (router ?? refuse()).revalidate(), [router]);
  return { revalidate };
}

type Asked = { currentLocation: Library.Location; nextLocation: Library.Location };
type Choice = { proceed: () => void; reset: () => void };

/** Asks before the page is left. One component at a time can. */
export function useBlocker(
  isBlocking: (asked: Asked) => boolean,
): { state: "unblocked" | "blocked" } & Partial<Choice> {
  const router = useContext(RouterContext);
  const [choice, setChoice] = useState<Choice | null>(null);
  const latest = useRef(isBlocking);
  useEffect(() => {
    latest.current = isBlocking;
  });
  useEffect(
    () =>
      router?.block({
        isBlocking: (currentLocation, nextLocation) => latest.current({ currentLocation, nextLocation }),
        hold: (held) => {
          const done = (act: () => void) => () => {
            setChoice(null);
            act();
          };
          setChoice({ proceed: done(held.proceed), reset: done(held.reset) });
        },
      }),
    [router],
  );
  return choice ? { state: "blocked", ...choice } : { state: "unblocked" };
}

export const useRouteError: typeof Library.useRouteError = () => useRequest().error;

export function isRouteErrorResponse(error: unknown): error is Library.ErrorResponse {
  return typeof error === "object" && error !== null && "status" in error;
}

function refuse(): never {
  throw new Error("Navigation does not exist on the server");
}
