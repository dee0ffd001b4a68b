import { createClient } from "@supabase/supabase-js";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { sessionFetch } from "./sessionFetch";

beforeEach(() => vi.stubGlobal("WebSocket", class {}));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const user = { id: "00000000-0000-4000-8000-000000000001", aud: "authenticated", email: "mei@example.org" };
const session = { access_token: "a.b.c", refresh_token: "abcdefghijkl", token_type: "bearer", expires_in: 3600, user };
const limited = () => Response.json({ code: 429, error_code: "over_request_rate_limit", msg: "x" }, { status: 429 });

/** The official client with a stored session, and the server's responses in order; the last one repeats. */
function makeClient(responses: (() => Response)[], expires_at = 1) {
  const kept = new Map([["session", JSON.stringify({ ...session, expires_at })]]);
  const send = vi.fn(async () => (responses.length > 1 ? responses.shift() : responses[0])?.() ?? limited());
  vi.stubGlobal("fetch", send);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const auth = { autoRefreshToken: false, storage, storageKey: "session" };
  const options = { auth, global: { fetch: sessionFetch } };
  return { client: createClient("https://hall.example", "key", options), kept, send };
}

it("retries a refresh that a rate limit rejected", async () => {
  const { client, send } = makeClient([limited, limited, () => Response.json(session)]);
  const { data } = await client.auth.getSession();
  expect(data.session?.refresh_token).toBe("abcdefghijkl");
  expect(send).toHaveBeenCalledTimes(3);
});

it("keeps the session while every refresh is rejected by a rate limit", async () => {
  vi.useFakeTimers();
  const { client, kept } = makeClient([limited]);
  const asked = client.auth.getSession();
  await vi.advanceTimersByTimeAsync(60_000);
  expect((await asked).data.session).toBeNull();
  expect(kept.has("session")).toBe(true);
});

it("leaves other rate limits as they are", async () => {
  vi.stubGlobal("fetch", async () => limited());
  const response = await sessionFetch("https://hall.example/auth/v1/token?grant_type=password");
  expect(response.status).toBe(429);
});

describe("a device whose clock is wrong", () => {
  const NOW = Date.parse("2026-05-01T12:00:00Z");
  const HOUR = 3_600_000;
  let skew = 0;
  /** The server's clock is right: `expires_at` is an hour ahead of it. */
  const issue = () => Response.json({ ...session, expires_at: Math.floor((Date.now() - skew) / 1000) + 3600 });

  it.each([2 * HOUR, -2 * HOUR, 0])("by %i ms refreshes once an hour, not in a loop", async (difference) => {
    skew = difference;
    vi.useFakeTimers({ now: NOW + skew });
    const { client, send } = makeClient([issue]);
    for (let minute = 0; minute < 180; minute += 1) {
      const { data } = await client.auth.getSession();
      expect(data.session?.access_token).toBe("a.b.c");
      await vi.advanceTimersByTimeAsync(60_000);
    }
    // At the start, and 90 seconds before each expiry.
    expect(send).toHaveBeenCalledTimes(4);
  });

  it("refreshes once with a session that was stored by the server's clock", async () => {
    skew = 2 * HOUR;
    vi.useFakeTimers({ now: NOW + skew });
    const { client, send } = makeClient([issue], NOW / 1000 + 3600);
    for (let attempt = 0; attempt < 5; attempt += 1) await client.auth.getSession();
    expect(send).toHaveBeenCalledTimes(1);
  });

  it("signs in with a session of the device's own time", async () => {
    skew = 2 * HOUR;
    vi.useFakeTimers({ now: NOW + skew });
    const { client } = makeClient([issue]);
    const { data } = await client.auth.signInWithPassword({ email: "mei@example.org", password: "x" });
    expect(data.session?.expires_at).toBe((NOW + skew) / 1000 + 3600);
  });
});

it.each([
  ["https://hall.example/rest/v1/sessions", () => Response.json({ expires_in: 1, expires_at: 7 })],
  ["https://hall.example/auth/v1/settings", () => Response.json({ expires_at: 7 })],
  ["https://hall.example/auth/v1/token?grant_type=password", () => new Response("{", { status: 200 })],
  ["https://hall.example/auth/v1/logout", () => new Response(null, { status: 204 })],
])("leaves %s as it is", async (address, respond) => {
  vi.stubGlobal("fetch", async () => respond());
  const response = await sessionFetch(address, { method: "POST" });
  expect(response.status).toBe(respond().status);
  expect(await response.text()).toBe(await respond().text());
});
