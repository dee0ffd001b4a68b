/**
 * Navigation in the browser: history, loading with abort, blocking, revalidation. It knows nothing of React;
 * RouterProvider.tsx renders its state.
 *
 *   - One load at a time: a newer one aborts the older one, whose promise then ends with the newer one.
 *   - A change of the fragment alone loads nothing, unless an aborted revalidation has left the page old.
 *   - The address changes when the page does. Only with the back and forward buttons the browser changes it first.
 *   - An entry's position in the history (`index`) is kept in its state: a blocked step back is undone by it.
 */
import type { ComponentType } from "react";
import type { Location, Path, To } from "react-router";
import type { PagePayload, PageProps } from "../lib/page";
import { resolveHref, splitPath } from "./hrefs";

/** Content of a location: a page with its payload, or an error. */
export interface Shown {
  location: Location;
  Page: ComponentType<PageProps<never>> | null;
  payload?: PagePayload;
  error: unknown;
}

/** How the page scrolls when it is shown. */
export type Scroll = "keep" | "top" | number;

export interface RouterState extends Shown {
  scroll: Scroll;
  /** Where a navigation under way leads. */
  loading: Location | null;
  hasTransition: boolean;
}

/** A loader's answer that leads elsewhere. */
export class Redirect {
  constructor(
    readonly to: string,
    /** A full page load. */
    readonly isDocument = false,
  ) {}
}

/** A page that cannot be shown, with the status that the error page reads. */
export class PageError extends Error {
  constructor(readonly status: number) {
    super(`The page has status ${status}`);
  }
}

type Loaded = Pick<Shown, "Page" | "payload">;
export type Load = (url: URL, signal: AbortSignal) => Promise<Loaded | Redirect>;

export interface NavigateOptions {
  replace?: boolean;
  state?: unknown;
  preventScrollReset?: boolean;
  viewTransition?: boolean;
}

type Action = "push" | "replace" | "pop" | "revalidate";
type Flags = Pick<NavigateOptions, "preventScrollReset" | "viewTransition">;

export interface Blocker {
  isBlocking: (from: Location, to: Location) => boolean;
  /** Called with what a user may choose then. */
  hold: (choice: { proceed: () => void; reset: () => void }) => void;
}

interface EntryState {
  usr: unknown;
  key: string;
  index: number;
}

const SCROLLS = "balai-scroll";

export class Router {
  state: RouterState;
  #load: Load;
  #listeners = new Set<(state: RouterState) => void>();
  #index: number;
  #pending: { controller: AbortController; location: Location; action: Action } | null = null;
  #latest: Promise<void> = Promise.resolve();
  #isOld = false;
  #blocker: Blocker | null = null;
  #isUndoing = false;
  #scrolls: Record<string, number> = readScrolls();

  constructor(first: Omit<Shown, "location">, load: Load) {
    const entry = readEntry();
    this.#load = load;
    this.#index = entry?.index ?? 0;
    if (!entry) history.replaceState({ usr: null, key: "default", index: 0 } satisfies EntryState, "");
    this.state = { ...first, location: here(), scroll: "keep", loading: null, hasTransition: false };
    addEventListener("popstate", (event) => this.#handlePop(event));
  }

  subscribe(listener: (state: RouterState) => void): () => void {
    this.#listeners.add(listener);
    listener(this.state);
    return () => void this.#listeners.delete(listener);
  }

  /** Ends when the page is shown. A number is a step in the history. */
  async navigate(to: To | number, options: NavigateOptions = {}): Promise<void> {
    if (typeof to === "number") return history.go(to);
    const path = splitPath(resolveHref(to, this.state.location));
    const location = createLocation(path, options.state ?? null, makeKey());
    const go = () => this.#go(location, options.replace ? "replace" : "push", options);
    if (this.#isBlocked(location, go)) return;
    return go();
  }

  /** Loads the page again; during a navigation, what that leads to. */
  revalidate(): Promise<void> {
    const pending = this.#pending;
    this.#isOld = true;
    if (pending)
      return this.#go(pending.location, pending.action, { preventScrollReset: pending.action === "revalidate" });
    return this.#go(this.state.location, "revalidate");
  }

  block(blocker: Blocker): () => void {
    this.#blocker = blocker;
    return () => {
      if (this.#blocker === blocker) this.#blocker = null;
    };
  }

  /** Called before the page is left for good: scroll positions outlive it. */
  keepScrolls(): void {
    this.#keepScroll();
    try {
      sessionStorage.setItem(SCROLLS, JSON.stringify(this.#scrolls));
    } catch {
      // Storage is forbidden or full: a reload starts at the top.
    }
  }

  #go(location: Location, action: Action, flags: Flags = {}): Promise<void> {
    this.#latest = this.#run(location, action, flags);
    return this.#latest;
  }

  async #run(location: Location, action: Action, flags: Flags): Promise<void> {
    this.#pending?.controller.abort();
    this.#pending = null;
    this.#keepScroll();
    if (action !== "revalidate" && !this.#isOld && isFragmentAlone(this.state.location, location)) {
      this.#commit({ ...this.state, location }, action, flags);
      return;
    }
    const controller = new AbortController();
    this.#pending = { controller, location, action };
    this.#set({ ...this.state, loading: action === "revalidate" ? null : location, hasTransition: false });
    let shown: Shown;
    try {
      const loaded = await this.#load(new URL(createHref(location), window.location.origin), controller.signal);
      if (controller.signal.aborted) return this.#latest;
      if (loaded instanceof Redirect) return this.#follow(loaded, action, location.hash);
      shown = { location, error: null, ...loaded };
    } catch (error) {
      if (controller.signal.aborted) return this.#latest;
      shown = { location, Page: null, error };
    }
    this.#pending = null;
    this.#isOld = false;
    this.#commit(shown, action, flags);
  }

  /** A redirect takes the place of what was asked for. As in a browser, it keeps the fragment unless it has its own. */
  #follow({ to, isDocument }: Redirect, action: Action, hash: string): Promise<void> {
    const target = new URL(to, window.location.origin);
    target.hash ||= hash;
    const isPush = action === "push";
    if (isDocument || target.origin !== window.location.origin) {
      window.location[isPush ? "assign" : "replace"](target.href);
      return new Promise(() => {});
    }
    return this.#go(createLocation(target, null, makeKey()), isPush ? "push" : "replace");
  }

  #commit(shown: Shown, action: Action, { preventScrollReset, viewTransition }: Flags): void {
    const { location } = shown;
    const entry = { usr: location.state, key: location.key, index: this.#index } satisfies EntryState;
    if (action === "push") {
      this.#index = entry.index += 1;
      history.pushState(entry, "", createHref(location));
    } else if (action === "replace") history.replaceState(entry, "", createHref(location));
    const saved = action === "pop" ? this.#scrolls[location.key] : undefined;
    const isKept = action === "revalidate" || (preventScrollReset && !location.hash);
    const scroll = isKept ? "keep" : (saved ?? "top");
    const hasTransition = viewTransition ?? isListAndDetail(this.state.location.pathname, location.pathname);
    this.#set({ ...shown, scroll, loading: null, hasTransition });
  }

  #set(state: RouterState): void {
    this.state = state;
    for (const listener of this.#listeners) listener(state);
  }

  #handlePop({ hasUAVisualTransition }: PopStateEvent): void {
    if (this.#isUndoing) {
      this.#isUndoing = false;
      return;
    }
    const entry = readEntry();
    if (!entry) {
      // A plain link to a place in the page: the browser has made the entry and scrolled.
      this.#index += 1;
      history.replaceState({ usr: null, key: makeKey(), index: this.#index } satisfies EntryState, "");
      void this.#go(here(), "pop", { preventScrollReset: true });
      return;
    }
    const step = entry.index - this.#index;
    const target = here();
    if (step !== 0 && this.#isBlocked(target, () => this.#leave(step))) {
      this.#isUndoing = true;
      history.go(-step);
      return;
    }
    this.#index = entry.index;
    // A swipe back has moved the page already.
    void this.#go(target, "pop", hasUAVisualTransition ? { viewTransition: false } : {});
  }

  /** The step back that was undone, now without asking. */
  #leave(step: number): void {
    const blocker = this.#blocker;
    this.#blocker = null;
    const restore = () => (this.#blocker ??= blocker);
    addEventListener("popstate", restore, { once: true });
    history.go(step);
  }

  #isBlocked(target: Location, proceed: () => void): boolean {
    const blocker = this.#blocker;
    if (!blocker?.isBlocking(this.state.location, target)) return false;
    blocker.hold({ proceed, reset: () => {} });
    return true;
  }

  #keepScroll(): void {
    this.#scrolls[this.state.location.key] = window.scrollY;
  }
}

export function createHref({ pathname, search, hash }: Path): string {
  return pathname + search + hash;
}

function createLocation({ pathname, search, hash }: Path, state: unknown, key: string): Location {
  return { pathname, search, hash, state, key, mask: undefined };
}

function here(): Location {
  const entry = readEntry();
  return createLocation(window.location, entry?.usr ?? null, entry?.key ?? "default");
}

function readEntry(): EntryState | null {
  const state: unknown = history.state;
  const isOurs = typeof state === "object" && state !== null && "index" in state && "key" in state;
  return isOurs ? (state as EntryState) : null;
}

function readScrolls(): Record<string, number> {
  try {
    return JSON.parse(sessionStorage.getItem(SCROLLS) ?? "{}");
  } catch {
    return {};
  }
}

/** A fragment that is removed is not one: the page is loaded, as after a press on its own link. */
function isFragmentAlone(from: Location, to: Location): boolean {
  return from.pathname === to.pathname && from.search === to.search && to.hash !== "";
}

/** One is below the other, such as an article and the list of articles; the home page is above everything. */
export function isListAndDetail(one: string, other: string): boolean {
  const [list = "", detail = ""] = [one, other].sort((a, b) => a.length - b.length);
  return list.split("/").length > 2 && detail.startsWith(`${list}/`);
}

function makeKey(): string {
  return Math.random().toString(36).slice(2, 10);
}
