import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, it, vi } from "vitest";
import { refreshFetch } from "./refreshFetch";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const user = { id: "00000000-0000-4000-8000-000000000001", aud: "authenticated", email: "mei@example.org" };
const session = { access_token: "a.b.c", refresh_token: "abcdefghijkl", token_type: "bearer", expires_in: 3600, user };
const limited = () => Response.json({ code: 429, error_code: "over_request_rate_limit", msg: "x" }, { status: 429 });

/** The official client with an expired session, and the server's responses in order; the last one repeats. */
function makeClient(responses: (() => Response)[]) {
  const kept = new Map([["session", JSON.stringify({ ...session, expires_at: 1 })]]);
  const send = vi.fn(async () => (responses.length > 1 ? responses.shift() : responses[0])?.() ?? limited());
  vi.stubGlobal("fetch", send);
  vi.stubGlobal("WebSocket", class {});
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const auth = { autoRefreshToken: false, storage, storageKey: "session" };
  const options = { auth, global: { fetch: refreshFetch } };
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
  const response = await refreshFetch("https://hall.example/auth/v1/token?grant_type=password");
  expect(response.status).toBe(429);
});
