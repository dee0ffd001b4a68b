/**
 * Replies and posts that were sent without a connection: they wait in this browser's storage until sender.ts sends them.
 *
 * Each has a key of its own, so that two tabs change different ones without reading them first. At most 20 of a user
 * wait. Signing out deletes them; they stay when a session ends by itself, since the same user may sign in again.
 */
import type { TextMark } from "../../lib/api/community/translations";
import { isLang, type Lang } from "../../lib/page";
import type { RichTextNode } from "../../lib/richText/schema";

interface Common {
  /** Of the row to be made: however often it is sent, the server makes one row. */
  id: string;
  language: Lang;
  body: RichTextNode;
  /** The marks of the text. */
  keptFrom?: TextMark[];
  /** When the user sent it, in milliseconds. */
  sentAt: number;
  /** Why the server did not take it, as a text key. It is not sent again by itself. */
  refusal: string | null;
}

export interface WaitingReply extends Common {
  kind: "reply";
  postId: string;
  /** The slug of the forum. */
  forum: string;
  /** Of a comment: the slug of its article. */
  article?: string;
  quotedReplyId: string | null;
}

export interface WaitingPost extends Common {
  kind: "post";
  title: string;
  forumId: string;
  forum: string;
  /** Where its draft is stored. */
  place: string;
}

export type Waiting = WaitingReply | WaitingPost;

/** On `window`: what waits in this tab has changed. Other tabs get a `storage` event. */
const CHANGE_EVENT = "balai-outbox";
/** On `window`: there is something new to send. */
export const PUT_EVENT = "balai-outbox-put";
const PREFIX = "balai-outbox:";
const MAX_WAITING = 20;

/** Ids that have been here during this page's life: a draft with one of them is sent or about to be. */
const taken = new Set<string>();
const sending = new Set<string>();

export function isTaken(id: string): boolean {
  return taken.has(id);
}

/** Whether anything waits, of any user. */
export function hasWaiting(): boolean {
  return allKeys().length > 0;
}

/** Waiting texts, the oldest first. */
export function listWaiting(owner: string): Waiting[] {
  return allKeys()
    .filter((key) => key.startsWith(keyOf(owner, "")))
    .map((key) => readWaiting(key))
    .filter((entry) => entry !== null)
    .sort((one, other) => one.sentAt - other.sentAt);
}

export function findWaiting(owner: string, id: string): Waiting | null {
  return readWaiting(keyOf(owner, id));
}

/** False if there is no room: then the text has to stay where it is. */
export function putWaiting(owner: string, entry: Waiting): boolean {
  if (listWaiting(owner).filter(({ id }) => id !== entry.id).length >= MAX_WAITING) return false;
  try {
    localStorage.setItem(keyOf(owner, entry.id), JSON.stringify(entry));
  } catch {
    return false;
  }
  taken.add(entry.id);
  announce();
  dispatchEvent(new Event(PUT_EVENT));
  return true;
}

/** It is sent and stays taken: the draft that the server may have of it is old. */
export function removeWaiting(owner: string, id: string): void {
  try {
    localStorage.removeItem(keyOf(owner, id));
  } catch {
    // Storage is forbidden, so there is nothing to remove.
  }
  announce();
}

/** Takes it out, to write on or to delete it. Null if it has been sent, or is being sent. */
export function takeBack(owner: string, id: string): Promise<Waiting | null> {
  return whileHolding(id, async () => {
    const entry = findWaiting(owner, id);
    removeWaiting(owner, id);
    taken.delete(id);
    return entry;
  });
}

/** At signing out, and when another user signs in, whose own stay. */
export function forgetOutbox(next?: string): void {
  try {
    for (const key of allKeys()) if (!next || !key.startsWith(keyOf(next, ""))) localStorage.removeItem(key);
  } catch {
    // As above.
  }
  announce();
}

/** Calls back after every change, in this tab or another one. */
export function subscribeOutbox(listener: () => void): () => void {
  addEventListener(CHANGE_EVENT, listener);
  addEventListener("storage", listener);
  return () => {
    removeEventListener(CHANGE_EVENT, listener);
    removeEventListener("storage", listener);
  };
}

export function isSending(id: string): boolean {
  return sending.has(id);
}

export function markSending(id: string, isUnderWay: boolean): void {
  sending[isUnderWay ? "add" : "delete"](id);
  announce();
}

const held = new Set<string>();

/** Runs alone among all tabs of the browser; null if it runs already. Without the Web Locks API, alone in this tab. */
export async function whileHolding<T>(name: string, act: () => Promise<T>): Promise<T | null> {
  if (navigator.locks)
    return navigator.locks.request(PREFIX + name, { ifAvailable: true }, async (lock) => (lock ? act() : null));
  if (held.has(name)) return null;
  held.add(name);
  try {
    return await act();
  } finally {
    held.delete(name);
  }
}

function announce(): void {
  dispatchEvent(new Event(CHANGE_EVENT));
}

function keyOf(owner: string, id: string): string {
  return `${PREFIX}${owner}:${id}`;
}

function allKeys(): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(PREFIX));
  } catch {
    // Storage is forbidden in this browser.
    return [];
  }
}

function readWaiting(key: string): Waiting | null {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(key) ?? "null");
    if (!isWaiting(entry)) return null;
    taken.add(entry.id);
    return entry;
  } catch {
    return null;
  }
}

/** Storage is untrusted: what is rendered and sent has the expected shape. */
function isWaiting(value: unknown): value is Waiting {
  const entry: Record<string, unknown> = typeof value === "object" && value !== null ? { ...value } : {};
  const isText = (...names: string[]) => names.every((name) => typeof entry[name] === "string");
  const { body, language, sentAt } = entry;
  const hasBody = typeof body === "object" && body !== null && "type" in body && body.type === "doc";
  if (!hasBody || !isText("id") || typeof sentAt !== "number" || !isLang(String(language))) return false;
  return entry.kind === "reply" ? isText("postId", "forum") : isText("title", "forumId", "forum", "place");
}
