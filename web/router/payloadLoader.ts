/**
 * Fetching the next page's payload, for the router's loaders and for prefetching on hover.
 *
 *   200 {…payload}            the page
 *   200 {"redirect": path}    a guard sends the visitor elsewhere, or the page has moved
 *   4xx, 5xx                  the error page with that status; the body may be a payload without data
 */
import type { PagePayload } from "../lib/page";
import { BUILD_HEADER } from "../offline/names";
import { PageError, Redirect } from "./navigation";

/** No response: the error page offers a retry. */
export const NO_CONNECTION = 0;

let build = "";

/** Called once, at the start: requests name the build of the page, for the service worker. */
export function setBuild(given: string): void {
  build = given;
}

const PREFETCH_LIFE = 15_000;
/** Without an answer: it was just used, and the pointer that still rests on the link must not fetch it again. */
const prefetched = new Map<string, { answer: Promise<PagePayload | Redirect> | null; at: number }>();

export function payloadAddress(url: URL): string {
  return `${url.pathname.replace(/\/$/, "")}/_payload.json${url.search}`;
}

/**
 * Starts fetching what a link leads to; the navigation that follows within 15 s uses it. Resolves to false when nothing
 * can be had just now, as without a connection: a navigation would meet the same, and show an error.
 */
export async function prefetchPayload(url: URL): Promise<boolean> {
  const address = payloadAddress(url);
  const known = prefetched.get(address);
  if (known && Date.now() - known.at < PREFETCH_LIFE) return true;
  const answer = fetchPayload(address);
  prefetched.set(address, { answer, at: Date.now() });
  return answer.then(
    () => true,
    (error) => {
      prefetched.delete(address);
      return !isPassing(error);
    },
  );
}

/** Of what fetchPayload throws. */
function isPassing(error: unknown): boolean {
  const status = error instanceof PageError ? error.status : NO_CONNECTION;
  return status === NO_CONNECTION || status === 429 || status >= 500;
}

/** After signing in or out, or after a write, what was fetched ahead is old. */
export function forgetPrefetched(): void {
  prefetched.clear();
}

/** A loader's answer: the payload, or a redirect; throws the error page's status. */
export async function getPayload(url: URL, signal: AbortSignal): Promise<PagePayload | Redirect> {
  const address = payloadAddress(url);
  const ahead = prefetched.get(address);
  prefetched.set(address, { answer: null, at: Date.now() });
  if (ahead?.answer && Date.now() - ahead.at < PREFETCH_LIFE) return ahead.answer;
  return fetchPayload(address, signal);
}

/** A payload by its own address, whatever was fetched ahead. Throws the error page's status. */
export async function fetchPayload(address: string, signal?: AbortSignal): Promise<PagePayload | Redirect> {
  const headers = { Accept: "application/json", [BUILD_HEADER]: build };
  const response = await fetch(address, { signal, headers }).catch((error: unknown) => {
    if (signal?.aborted) throw error;
    throw new PageError(NO_CONNECTION);
  });
  // A redirect that fetch has followed by itself ends at another page: go there as a whole page.
  if (response.redirected) return new Redirect(response.url.replace(/\/_payload\.json/, ""), true);
  const body = await readJson(response);
  if (!response.ok) throw new PageError(response.status);
  if (isRedirect(body)) return new Redirect(body.redirect);
  if (!isPagePayload(body)) throw new PageError(500);
  return body;
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    // An intermediary answered with something else; the status alone decides what is shown.
    return null;
  }
}

function isRedirect(body: unknown): body is { redirect: string } {
  return typeof body === "object" && body !== null && "redirect" in body && typeof body.redirect === "string";
}

export function isPagePayload(body: unknown): body is PagePayload {
  return typeof body === "object" && body !== null && "screen" in body && "alternates" in body;
}
