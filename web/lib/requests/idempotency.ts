/**
 * Sends an action exactly once, even if it is pressed twice or retried after a lost response. Its `Idempotency-Key` is stored in
 * this tab across reloads and dropped after a response: the same action later is a new one.
 *
 *   sendIdempotent(["post", columns], (key) => write((client) => client.from("posts").insert(columns).setHeader(KEY_HEADER, key)));
 */
import { newId } from "./newId";
import type { Outcome } from "./write";

export const KEY_HEADER = "Idempotency-Key";

const memory = new Map<string, string>();

/** `act` is everything that identifies the action; other content is another action. */
export async function sendIdempotent<T>(
  act: readonly unknown[],
  send: (key: string) => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  const name = `balai-idempotency ${digest(JSON.stringify(act))}`;
  const outcome = await send(recall(name));
  if (!outcome.failure?.isRetryable) forget(name);
  return outcome;
}

function recall(name: string): string {
  let key = memory.get(name);
  try {
    key ??= sessionStorage.getItem(name) ?? newId();
    sessionStorage.setItem(name, key);
  } catch {
    // Without storage the key is lost with the page.
    key ??= newId();
  }
  memory.set(name, key);
  return key;
}

function forget(name: string): void {
  memory.delete(name);
  try {
    sessionStorage.removeItem(name);
  } catch {
    // It was never stored.
  }
}

/** Distinguishes the actions of one user in one tab (FNV-1a, twice); not for security. */
function digest(text: string): string {
  return [0x811c9dc5, 0x9747b28c].map((seed) => fold(text, seed).toString(36)).join("-");
}

function fold(text: string, seed: number): number {
  let hash = seed;
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return hash >>> 0;
}
