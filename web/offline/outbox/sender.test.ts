import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Router } from "../../router/navigation";
import { sendWaiting } from "./sender";
import { forgetOutbox, hasWaiting, isTaken, listWaiting, putWaiting, takeBack, type WaitingReply } from "./storage";

const DAY = 24 * 3_600_000;
const body = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "Hi" }] }] };

/** Requests to the server, and its response for each id. */
let sent: string[];
let failures: Record<string, { key: string; isRetryable: boolean; code: string }>;
let deletedDrafts: string[];
let user: string | null;
let during: (() => Promise<unknown>) | null;

vi.mock("../../lib/api/forum", () => {
  const create = async ({ id }: { id: string }) => {
    await during?.();
    sent.push(id);
    return failures[id] ? { value: null, failure: failures[id] } : { value: { number: 4 }, failure: null };
  };
  return { createReply: create, createPost: create, isHeld: () => false, replyNumber: () => 4 };
});
vi.mock("../../lib/requests/supabase", () => {
  const session = () => (user ? { user: { id: user, factors: [] }, access_token: "" } : null);
  const auth = { getSession: async () => ({ data: { session: session() } }), onAuthStateChange: () => undefined };
  const only = (place: string) => ({
    eq: async (_column: string, id: string) => {
      deletedDrafts.push(`${place} ${id}`);
      return { data: null, error: null, status: 204 };
    },
  });
  const from = () => ({ delete: () => ({ eq: (_column: string, place: string) => only(place) }) });
  return { getSupabase: async () => ({ auth, from }) };
});
vi.mock("../../lib/i18n", () => ({ loadPartTexts: async () => undefined, getText: () => (key: string) => key }));

const router = { revalidate: vi.fn(), navigate: vi.fn() } as unknown as Router;

function reply(id: string, ageMs = 0): WaitingReply {
  const sentAt = Date.now() - ageMs;
  return {
    kind: "reply",
    id,
    postId: "p",
    forum: "f",
    quotedReplyId: null,
    language: "en",
    body,
    sentAt,
    refusal: null,
  };
}

beforeEach(() => {
  sent = [];
  failures = {};
  deletedDrafts = [];
  user = "mei";
  during = null;
  const stored: Record<string, unknown> = {};
  const hidden = (value: unknown) => ({ value, enumerable: false });
  Object.defineProperties(stored, {
    getItem: hidden((key: string) => stored[key] ?? null),
    setItem: hidden((key: string, value: string) => {
      stored[key] = value;
    }),
    removeItem: hidden((key: string) => delete stored[key]),
  });
  const events = new EventTarget();
  vi.stubGlobal("localStorage", stored);
  vi.stubGlobal("addEventListener", events.addEventListener.bind(events));
  vi.stubGlobal("dispatchEvent", events.dispatchEvent.bind(events));
  vi.stubGlobal("navigator", { onLine: true });
  vi.stubGlobal("location", { pathname: "/en/forum" });
  vi.useFakeTimers();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const idsOf = (owner: string) => listWaiting(owner).map(({ id }) => id);

test("what waits is sent in its order, once, and the server's draft of it goes", async () => {
  putWaiting("mei", reply("second", 1000));
  putWaiting("mei", reply("first", 2000));
  await Promise.all([sendWaiting(router), sendWaiting(router)]);
  await sendWaiting(router);
  expect(sent).toEqual(["first", "second"]);
  expect(deletedDrafts).toEqual(["reply:p first", "reply:p second"]);
  expect(hasWaiting()).toBe(false);
  expect(isTaken("first")).toBe(true);
});

test("without a connection everything stays, and is tried again later", async () => {
  failures.first = { key: "error.network", isRetryable: true, code: "" };
  putWaiting("mei", reply("first", 2000));
  putWaiting("mei", reply("second", 1000));
  await sendWaiting(router);
  expect(sent).toEqual(["first"]);
  expect(idsOf("mei")).toEqual(["first", "second"]);
  failures = {};
  await vi.advanceTimersByTimeAsync(20_000);
  expect(sent).toEqual(["first", "first", "second"]);
  expect(hasWaiting()).toBe(false);
});

test("what is refused stays with the reason and is not sent again; the others leave", async () => {
  failures.first = { key: "forum.error.post_locked", isRetryable: false, code: "" };
  putWaiting("mei", reply("first", 2000));
  putWaiting("mei", reply("second", 1000));
  await sendWaiting(router);
  await sendWaiting(router);
  expect(sent).toEqual(["first", "second"]);
  expect(listWaiting("mei").map(({ id, refusal }) => [id, refusal])).toEqual([["first", "forum.error.post_locked"]]);
});

test("after two weeks nothing leaves by itself", async () => {
  putWaiting("mei", reply("old", 15 * DAY));
  await sendWaiting(router);
  expect(sent).toEqual([]);
  expect(listWaiting("mei")[0]?.refusal).toBe("forum.outbox.old");
});

test("another user's texts are neither sent nor listed", async () => {
  putWaiting("mei", reply("hers"));
  user = "duc";
  await sendWaiting(router);
  user = null;
  await sendWaiting(router);
  expect(sent).toEqual([]);
  expect(idsOf("duc")).toEqual([]);
  expect(idsOf("mei")).toEqual(["hers"]);
});

test("a text that is being sent is not given back", async () => {
  putWaiting("mei", reply("first"));
  during = async () => expect(await takeBack("mei", "first")).toBeNull();
  await sendWaiting(router);
  expect(sent).toEqual(["first"]);
});

test("a text that is taken back is not sent, and may become a draft again", async () => {
  putWaiting("mei", reply("first"));
  expect((await takeBack("mei", "first"))?.id).toBe("first");
  await sendWaiting(router);
  expect(sent).toEqual([]);
  expect(isTaken("first")).toBe(false);
});

test("twenty wait, and no more", () => {
  const taken = Array.from({ length: 21 }, (_, at) => putWaiting("mei", reply(`r${at}`)));
  expect(taken.indexOf(false)).toBe(20);
  expect(idsOf("mei")).toHaveLength(20);
  // Another user has their own twenty.
  expect(putWaiting("duc", reply("other"))).toBe(true);
});

test("signing out deletes everything, another user's signing in all but theirs", () => {
  putWaiting("mei", reply("hers"));
  putWaiting("duc", reply("his"));
  forgetOutbox("duc");
  expect([idsOf("mei"), idsOf("duc")]).toEqual([[], ["his"]]);
  forgetOutbox();
  expect(hasWaiting()).toBe(false);
});

test("what is not ours in the storage is passed over", () => {
  localStorage.setItem("balai-outbox:mei:x", "{broken");
  localStorage.setItem("balai-outbox:mei:y", JSON.stringify({ ...reply("y"), body: "text" }));
  putWaiting("mei", reply("z"));
  expect(idsOf("mei")).toEqual(["z"]);
});
