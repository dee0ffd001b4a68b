import { createClient } from "@supabase/supabase-js";
import { afterEach, expect, it, vi } from "vitest";

afterEach(() => vi.unstubAllGlobals());

it("warns of a second client on the same storage key, which would fight over the session", () => {
  vi.stubGlobal("window", { addEventListener: () => undefined, location: { href: "https://hall.example/" } });
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("WebSocket", class {});
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const options = { auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false } };
  createClient("https://hall.example", "key", options);
  expect(warn).not.toHaveBeenCalled();
  createClient("https://hall.example", "key", options);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("Multiple GoTrueClient instances"));
});
