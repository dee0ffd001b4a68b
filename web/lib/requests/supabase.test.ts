import { afterEach, expect, it, vi } from "vitest";

// The files of the bundles exist in the browser's build alone.
vi.mock("../i18n", () => ({ loadPartTexts: () => Promise.resolve() }));

afterEach(() => {
  vi.unstubAllGlobals();
  vi.resetModules();
});

async function makeClient(hash: string) {
  vi.stubGlobal("location", new URL(`https://hall.example/en${hash}`));
  vi.stubGlobal("document", { visibilityState: "visible", cookie: "" });
  vi.stubGlobal("WebSocket", class {});
  const { getSupabase, setAccess } = await import("./supabase");
  setAccess({ url: "https://hall.example", anonKey: "key" });
  return getSupabase();
}

it.each([
  ["", "pkce"],
  ["#reply-2", "pkce"],
  ["#access_token=a&refresh_token=b", "implicit"],
])("takes the flow from the address %s", async (hash, flow) => {
  const { auth } = await makeClient(hash);
  expect((auth as unknown as { flowType: string }).flowType).toBe(flow);
});

it("sends a heartbeat every 30 seconds", async () => {
  const { realtime } = await makeClient("");
  expect(realtime.heartbeatIntervalMs).toBe(30_000);
});
