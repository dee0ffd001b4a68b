/**
 * The service worker: reading without a connection, and push messages. It answers only for this site's pages, files and
 * pictures; requests to the backend pass it by. Stored pages belong to one user and are deleted when they sign out.
 *
 *   pages, payloads   the server; without a connection what was stored (offline/pages.ts)
 *   /assets/          the cache: these files never change
 *   pictures          the server; without a connection the cache
 *
 * A new version takes over at once. Stored pages name their build, so that nothing of two builds is mixed.
 */
import { CACHES, FILES, PICTURES } from "../offline/names";
import { findDocument, findPayload, isPage, isPayload, keepPage } from "../offline/pages";
import { inTurn, store } from "../offline/store";
import type { Worker, WorkerFetch } from "../offline/workerTypes";

const worker = globalThis as unknown as Worker;
const PICTURE_PATH = /^\/(storage\/v1\/(object|render\/image)\/public|pictures|icons|demo)\//;

worker.addEventListener("install", (event) => event.waitUntil(worker.skipWaiting()));

worker.addEventListener("activate", (event) =>
  event.waitUntil(
    (async () => {
      const names = await caches.keys();
      const old = names.filter((name) => name.startsWith("balai-") && !CACHES.includes(name));
      await Promise.all(old.map((name) => caches.delete(name)));
      await worker.registration.navigationPreload?.enable();
      await worker.clients.claim();
    })(),
  ),
);

worker.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== worker.location.origin) return;
  if (request.mode === "navigate") {
    if (isPage(url)) event.respondWith(answerDocument(event, url));
  } else if (isPayload(url)) event.respondWith(answerPayload(event, url));
  else if (url.pathname.startsWith("/assets/")) event.respondWith(answerFile(event));
  else if (request.destination === "image" && PICTURE_PATH.test(url.pathname)) event.respondWith(answerPicture(event));
});

/** One line, as the server wrote it in the reader's language (balai/jobs/push_delivery.py). */
worker.addEventListener("push", (event) => {
  if (!event.data) return;
  const { title, body, url, tag, lang } = event.data.json() as Record<
    "title" | "body" | "url" | "tag" | "lang",
    string
  >;
  const icon = "/icons/icon-192.png";
  event.waitUntil(worker.registration.showNotification(title, { body, tag, lang, icon, badge: icon, data: url }));
});

worker.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(openPage(new URL(event.notification.data, worker.location.origin).href));
});

async function openPage(url: string): Promise<void> {
  const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: false });
  const shown = windows.find((one) => one.url === url);
  if (shown) await shown.focus();
  else await worker.clients.openWindow(url);
}

/** A page that was opened before the worker was there, and the files that it loaded. */
worker.addEventListener("message", (event) => {
  const { keep, files } = (event.data ?? {}) as { keep?: string; files?: string[] };
  if (keep) event.waitUntil(keepOpened(keep, files ?? []));
});

async function answerDocument(event: WorkerFetch, url: URL): Promise<Response> {
  const startedAt = Date.now();
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(keepPage(url, response.clone(), startedAt));
    return response;
  } catch (error) {
    const found = await findDocument(url);
    if (found) return found;
    throw error;
  }
}

async function answerPayload(event: WorkerFetch, url: URL): Promise<Response> {
  const startedAt = Date.now();
  try {
    const response = await fetch(event.request);
    event.waitUntil(keepPage(url, response.clone(), startedAt));
    return response;
  } catch (error) {
    const found = await findPayload(event.request);
    if (found) return found;
    throw error;
  }
}

async function answerFile(event: WorkerFetch): Promise<Response> {
  const { request } = event;
  const found = await (await caches.open(FILES)).match(request.url, { ignoreVary: true });
  if (found) return found;
  const response = await fetch(request);
  if (response.ok) {
    const copy = response.clone();
    event.waitUntil(inTurn(() => store(FILES, request.url, copy)));
  }
  return response;
}

async function answerPicture(event: WorkerFetch): Promise<Response> {
  const { request } = event;
  try {
    const response = await fetch(request);
    if (response.ok && response.type === "basic") {
      const copy = response.clone();
      event.waitUntil(inTurn(() => store(PICTURES, request.url, copy)));
    }
    return response;
  } catch (error) {
    const found = await (await caches.open(PICTURES)).match(request.url, { ignoreVary: true });
    if (found) return found;
    throw error;
  }
}

async function keepOpened(page: string, files: readonly string[]): Promise<void> {
  const url = new URL(page);
  const startedAt = Date.now();
  if (url.origin !== worker.location.origin || !isPage(url)) return;
  await keepPage(url, await fetch(page), startedAt);
  const cache = await caches.open(FILES);
  for (const file of files) {
    if (!new URL(file).pathname.startsWith("/assets/") || (await cache.match(file, { ignoreVary: true }))) continue;
    const response = await fetch(file);
    if (response.ok) await inTurn(() => store(FILES, file, response));
  }
}
