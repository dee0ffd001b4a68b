/** Names shared by the service worker and the pages: caches, and the entries in them. */
import type { FirstPayload, PagePayload } from "../lib/page";

/** Pages that were opened, with the frame to show them in. Of one user at a time. */
export const PAGES = "balai-pages-1";
/** Files with a hash in their name. */
export const FILES = "balai-files-1";
export const PICTURES = "balai-pictures-1";
/** Owner of the stored pages. */
export const NOTES = "balai-notes-1";
export const CACHES: readonly string[] = [PAGES, FILES, PICTURES, NOTES];

/** A header of pages that may be stored: the build, a space, and the visitor's id or `guest`. */
export const OFFLINE_HEADER = "balai-offline";
/** A header of payload requests: the build of the page that asks. Payloads of another build do not fit its code. */
export const BUILD_HEADER = "balai-build";
export const OWNER_KEY = "/~owner";
const FRAME_PREFIX = "/~frame/";

export interface Owner {
  id: string;
  /** Answers to requests from before this moment are not stored. */
  since: number;
}

/** A page that was opened. */
export interface KeptPage {
  build: string;
  payload: PagePayload;
  at: number;
}

/** A document without its page, for one build and language, and the payload of the page that it came from. */
export interface Frame {
  build: string;
  before: string;
  after: string;
  policy: string;
  first: FirstPayload;
}

export function frameKey(build: string, lang: string): string {
  return `${FRAME_PREFIX}${build}/${lang}`;
}

export function isPageKey(path: string): boolean {
  return !path.startsWith("/~");
}

/**
 * Deletes what is stored of a user's reading: at signing out, so that the next user of the device finds nothing. Frames
 * stay, as a guest sees them: the error page for a missing connection is shown in one.
 */
export async function forgetPages(next = "guest", since = Date.now()): Promise<Owner | null> {
  if (!("caches" in globalThis)) return null;
  const owner: Owner = { id: next, since };
  await (await caches.open(NOTES)).put(OWNER_KEY, Response.json(owner));
  await caches.delete(PICTURES);
  const pages = await caches.open(PAGES);
  for (const { url } of await pages.keys()) {
    const frame: Frame | undefined = isPageKey(new URL(url).pathname)
      ? undefined
      : await (await pages.match(url))?.json();
    if (frame) await pages.put(url, Response.json({ ...frame, first: { ...frame.first, visitor: null } }));
    else await pages.delete(url);
  }
  return owner;
}
