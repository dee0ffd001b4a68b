/**
 * The pages that a user has opened, for reading without a connection. A page is stored as its payload, and once for each
 * build and language the document around it ("frame"). Without a connection the two are put together, and the page's
 * scripts render it. Payloads and scripts are always of the same build.
 *
 * Only pages that the server marks are stored (header `balai-offline`), and only for the user who is signed in: the first
 * page of another user, or of a guest, deletes what is there.
 */
import type { FirstPayload, PagePayload } from "../lib/page";
import {
  BUILD_HEADER,
  type Frame,
  forgetPages,
  frameKey,
  type KeptPage,
  NOTES,
  OFFLINE_HEADER,
  OWNER_KEY,
  type Owner,
  PAGES,
} from "./names";
import { inTurn, readJson, storeJson } from "./store";

const PAYLOAD_FILE = "/_payload.json";
const DOCUMENT =
  /^(?<before>.*<div id="app">).*(?<middle><\/div>\s*<script type="application\/json" id="payload">)(?<payload>.*?)(?<after><\/script>.*)$/s;
const PAGE_PATH = /^\/(en|zh|ms|vi)(\/|$)/;

export function isPage(url: URL): boolean {
  return PAGE_PATH.test(url.pathname);
}

export function isPayload(url: URL): boolean {
  return isPage(url) && url.pathname.endsWith(PAYLOAD_FILE);
}

/** The address of the page that a payload belongs to. */
function pageKey({ pathname, search }: URL): string {
  return pathname.replace(PAYLOAD_FILE, "") + search;
}

/** Stores an answer of the server, unless it is not for storing or another user's. `startedAt`: of the request. */
export function keepPage(url: URL, response: Response, startedAt: number): Promise<void> {
  const [build, visitor] = (response.headers.get(OFFLINE_HEADER) ?? "").split(" ");
  if (!build || !visitor || !response.ok || response.redirected) return Promise.resolve();
  return inTurn(async () => {
    const found = await readJson<Owner>(NOTES, OWNER_KEY);
    if (found && startedAt < found.since) return;
    // On a device without an owner, pages that were requested meanwhile are the same user's.
    const owner = found?.id === visitor ? found : await forgetPages(visitor, found ? Date.now() : startedAt);
    const text = await response.text();
    const payload = isPayload(url) ? JSON.parse(text) : await keepFrame(text, build, response);
    if (!payload) return;
    const page: KeptPage = { build, payload, at: Date.now() };
    await storeJson(PAGES, pageKey(url), page);
    // The page deletes without waiting for its turn: the user may have signed out meanwhile.
    const now = await readJson<Owner>(NOTES, OWNER_KEY);
    if (now && now.since !== owner?.since) await forgetPages(now.id);
  });
}

async function keepFrame(html: string, build: string, response: Response): Promise<FirstPayload | null> {
  const { before = "", middle = "", payload = "", after = "" } = DOCUMENT.exec(html)?.groups ?? {};
  if (!payload) return null;
  const first: FirstPayload = JSON.parse(payload);
  const policy = response.headers.get("content-security-policy") ?? "";
  const anyPage = withoutPage(first);
  const frame: Frame = { build, before: withoutMetadata(before, anyPage) + middle, after, policy, first: anyPage };
  await storeJson(PAGES, frameKey(build, first.lang), frame);
  return first;
}

/** Of the page itself nothing may stay: its title may be private. */
function withoutPage(first: FirstPayload): FirstPayload {
  const { waiting: _, ...rest } = first;
  const head = { ...first.head, title: first.site.name, description: null, canonical: null, hreflang: [] };
  return { ...rest, screen: null, path: `/${first.lang}`, params: {}, query: {}, alternates: [], head, data: null };
}

const METADATA =
  /<title>.*?<\/title>|<meta (?:name|property)="(?:description|robots|og:|twitter:)[^>]*>|<link rel="(?:canonical|alternate)"[^>]*>|<script type="application\/ld\+json">.*?<\/script>/gs;

function withoutMetadata(before: string, { site }: FirstPayload): string {
  const name = site.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  return before.replace(METADATA, "").replace("</head>", `<title>${name}</title></head>`);
}

/** The stored payload for a page that runs; null if there is none of its build. */
export async function findPayload(request: Request): Promise<Response | null> {
  const page = await readJson<KeptPage>(PAGES, pageKey(new URL(request.url)));
  return page && page.build === request.headers.get(BUILD_HEADER) ? Response.json(page.payload) : null;
}

/** A stored page as a document, else the error page for a missing connection; null if nothing was ever stored. */
export async function findDocument(url: URL): Promise<Response | null> {
  const page = await readJson<KeptPage>(PAGES, pageKey(url));
  const frame = page && (await readJson<Frame>(PAGES, frameKey(page.build, page.payload.lang)));
  if (page && frame) return documentOf(frame, { ...frame.first, ...page.payload });
  const other = await findFrame(url);
  return other && documentOf(other, withoutConnection(other.first, url));
}

/** In the language of the address if there is one, of the newest build. */
async function findFrame(url: URL): Promise<Frame | null> {
  const keys = await (await caches.open(PAGES)).keys();
  const paths = keys
    .map((key) => new URL(key.url).pathname)
    .filter((path) => path.startsWith(frameKey("", "").slice(0, -1)));
  const lang = PAGE_PATH.exec(url.pathname)?.[1] ?? "";
  const path = paths.findLast((one) => one.endsWith(`/${lang}`)) ?? paths.at(-1);
  return path === undefined ? null : readJson<Frame>(PAGES, path);
}

/** The payload that the app shows its error page for. */
function withoutConnection(first: FirstPayload, { pathname }: URL): PagePayload {
  return { ...first, status: 0, path: pathname };
}

function documentOf(frame: Frame, payload: PagePayload): Response {
  // As the server writes it: only "<" could end the script early.
  const json = JSON.stringify(payload).replaceAll("<", "\\u003c");
  const headers = { "content-type": "text/html; charset=utf-8", "content-security-policy": frame.policy };
  return new Response(frame.before + json + frame.after, { headers });
}
