import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { draftKey } from "./draftKey";
import { DraftKeeper } from "./drafts";

const PLACE = "reply:5";

/** The row that the server has of the draft; null: none. */
let row: { content: unknown; updated_at: string } | null = null;
let isSessionOver = false;

vi.mock("../requests/supabase", () => {
  const answer = (data: unknown) => {
    const error = isSessionOver ? { code: "PT401", message: "no session" } : null;
    return { data: error ? null : data, error, status: error ? 401 : 200 };
  };
  const from = () => ({
    select: () => ({ eq: () => ({ maybeSingle: async () => answer(row) }) }),
    upsert: ({ content }: { content: unknown }) => ({
      select: () => ({
        single: async () => {
          if (!isSessionOver) row = { content, updated_at: "later" };
          return answer(row);
        },
      }),
    }),
  });
  return { getSupabase: async () => ({ from }) };
});

/** The browser's storage; `room` is for how many characters of a value. */
let stored: Map<string, string>;
let room: number;

beforeEach(() => {
  stored = new Map();
  room = 1000;
  row = null;
  isSessionOver = false;
  vi.useFakeTimers();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    removeItem: (key: string) => void stored.delete(key),
    setItem: (key: string, value: string) => {
      if (value.length > room) throw new DOMException("no room", "QuotaExceededError");
      stored.set(key, value);
    },
  });
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Waits until the pause after the last input has passed, and for the save that follows. */
const pause = () => vi.advanceTimersByTimeAsync(2000);

test("what was written after the session had ended goes on under her name, over what she had before", async () => {
  const hers = new DraftKeeper(PLACE, "mei");
  hers.keep("One.");
  await pause();
  isSessionOver = true;
  hers.keep("One. Two.");
  await pause();
  const guests = new DraftKeeper(PLACE, null);
  guests.keep("One. Two. Three.");
  isSessionOver = false;
  expect(await new DraftKeeper(PLACE, "mei").find()).toBe("One. Two. Three.");
  expect(stored.has(draftKey(PLACE, null))).toBe(false);
});

test("continuous typing is saved without a pause", async () => {
  const keeper = new DraftKeeper(PLACE, "mei");
  for (let length = 1; length <= 8; length += 1) {
    keeper.keep("x".repeat(length));
    await vi.advanceTimersByTimeAsync(250);
  }
  expect(String(row?.content).length).toBeGreaterThanOrEqual(6);
});

test("what no longer fits into the storage reaches the server, and comes back from there", async () => {
  const keeper = new DraftKeeper(PLACE, "mei");
  keeper.keep("short");
  await pause();
  room = 60;
  keeper.keep("long ".repeat(20));
  await pause();
  expect(row?.content).toBe("long ".repeat(20));
  expect(keeper.readState()).toBe("saved");
  expect(await new DraftKeeper(PLACE, "mei").find()).toBe("long ".repeat(20));
});

test("an unsent draft that is in the storage does not stand in for a longer one that no longer fits", async () => {
  const keeper = new DraftKeeper(PLACE, "mei");
  keeper.keep("short");
  room = 60;
  keeper.keep("long ".repeat(20));
  await pause();
  expect(await new DraftKeeper(PLACE, "mei").find()).toBe("long ".repeat(20));
});
