/** Caches with a limit in entries and bytes: the entries that were stored first go first. */
import { FILES, PAGES, PICTURES } from "./names";

interface Limit {
  entries: number;
  bytes: number;
}

export const LIMITS: Record<string, Limit> = {
  [PAGES]: { entries: 80, bytes: 8_000_000 },
  [FILES]: { entries: 250, bytes: 15_000_000 },
  [PICTURES]: { entries: 80, bytes: 20_000_000 },
};
const LARGEST = 2_000_000;
const BYTES_HEADER = "balai-bytes";

let last: Promise<unknown> = Promise.resolve();

/** One write after the other: two at once would both find room for the last entry. */
export function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const done = last.then(act);
  last = done.catch(() => undefined);
  return done;
}

/** Stores a response under a path and makes room for it. A full disk is no error: the page just is not there offline. */
export async function store(name: string, key: string, response: Response): Promise<void> {
  const body = await response.arrayBuffer();
  if (body.byteLength > LARGEST) return;
  const headers = new Headers(response.headers);
  headers.set(BYTES_HEADER, String(body.byteLength));
  // The body is decoded already.
  headers.delete("content-encoding");
  const cache = await caches.open(name);
  try {
    await cache.put(key, new Response(body, { status: 200, headers }));
  } catch {
    return;
  }
  await evict(cache, LIMITS[name] ?? { entries: 0, bytes: 0 });
}

export async function storeJson(name: string, key: string, value: unknown): Promise<void> {
  await store(name, key, Response.json(value));
}

export async function readJson<T>(name: string, key: string): Promise<T | null> {
  const found = await (await caches.open(name)).match(key, { ignoreVary: true });
  return found ? found.json() : null;
}

async function evict(cache: Cache, limit: Limit): Promise<void> {
  const keys = await cache.keys();
  const sizes = await Promise.all(
    keys.map(async (key) => Number((await cache.match(key, { ignoreVary: true }))?.headers.get(BYTES_HEADER) ?? 0)),
  );
  let entries = keys.length;
  let bytes = sizes.reduce((sum, size) => sum + size, 0);
  for (const [at, key] of keys.entries()) {
    if (entries <= limit.entries && bytes <= limit.bytes) return;
    await cache.delete(key, { ignoreVary: true });
    entries -= 1;
    bytes -= sizes[at] ?? 0;
  }
}
