import { createClient } from "@supabase/supabase-js";
import { afterEach, describe, expect, it, vi } from "vitest";
import en from "../locales/en.json";
import ms from "../locales/ms.json";
import viTexts from "../locales/vi.json";
import zh from "../locales/zh.json";
import { passwordKeys, readAuthFailure } from "./authErrors";

const tables: Record<string, string>[] = [en, ms, viTexts, zh];

afterEach(() => vi.unstubAllGlobals());

/** The parts of a browser that the client uses, at an address. */
function stubBrowser(href: string): void {
  const location = new URL(href, "https://hall.example");
  vi.stubGlobal("window", { addEventListener: () => undefined, location });
  vi.stubGlobal("document", { addEventListener: () => undefined, visibilityState: "visible" });
  vi.stubGlobal("WebSocket", class {});
}

let number = 0;

/** The official client itself, so that a new version with changed messages fails the test. */
function makeClient(flowType: "implicit" | "pkce", hasVerifier = false) {
  number += 1;
  const storageKey = `test-${number}`;
  const kept = new Map(hasVerifier ? [[`${storageKey}-code-verifier`, '"verifier"']] : []);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const auth = { autoRefreshToken: false, flowType, storage, storageKey };
  return createClient("https://hall.example", "key", { auth }).auth;
}

/** The error of a call, returned or thrown. */
async function errorOf(asked: () => Promise<{ error: unknown }>): Promise<unknown> {
  try {
    return (await asked()).error;
  } catch (error) {
    return error;
  }
}

function expectText(error: unknown, key: string): void {
  expect(readAuthFailure(error).key).toBe(key);
  expect(tables.every((table) => table[key])).toBe(true);
}

describe("what the client itself refuses has a text in four languages", () => {
  it.each([
    ["/#access_token=a&token_type=bearer", "implicit", "No session defined in URL", "error.auth.addressIncomplete"],
    ["/#access_token=a&token_type=bearer", "pkce", "Not a valid PKCE flow url.", "error.auth.addressUnfit"],
    ["/?code=a", "implicit", "Not a valid implicit grant flow url.", "error.auth.addressUnfit"],
    [
      "/?error=server_error&error_code=identity_already_exists&error_description=Identity+is+already+linked",
      "pkce",
      "Identity is already linked",
      "error.auth.linkedAlready",
    ],
    [
      "/#error=x&error_code=identity_already_exists&error_description=Identity+is+already+linked+to+another+user",
      "implicit",
      "Identity is already linked to another user",
      "error.auth.linkedToOther",
    ],
  ] as const)("%s for the %s flow", async (href, flow, message, key) => {
    stubBrowser(href);
    const error = await errorOf(() => makeClient(flow, true).initialize());
    expect((error as Error).message).toBe(message);
    expectText(error, key);
  });

  it("a call without what it needs", async () => {
    stubBrowser("/");
    const auth = makeClient("pkce");
    const password = await errorOf(() => auth.signInWithPassword({} as never));
    expect((password as Error).message).toBe("You must provide either an email or phone number and a password");
    expectText(password, "error.auth.missingBoth");
    const code = await errorOf(() => auth.signInWithOtp({} as never));
    expect((code as Error).message).toBe("You must provide either an email or phone number.");
    expectText(code, "error.auth.missingAddress");
    expectText(await errorOf(() => auth.updateUser({ password: "x" })), "error.session");
  });
});

describe("what the service answers reaches people through the client", () => {
  const answer = (status: number, body: object) => {
    const headers = { "content-type": "application/json", "x-supabase-api-version": "2024-01-01" };
    vi.stubGlobal("fetch", async () => new Response(JSON.stringify(body), { status, headers }));
  };
  const signIn = () => errorOf(() => makeClient("pkce").signInWithPassword({ email: "a@b.c", password: "x" }));

  it("wrong credentials, a weak password with its reasons, a second account", async () => {
    stubBrowser("/");
    answer(400, { code: "invalid_credentials", message: "Invalid login credentials" });
    expectText(await signIn(), "error.auth.credentials");
    answer(422, { code: "weak_password", message: "Too weak", weak_password: { reasons: ["length", "pwned"] } });
    const weak = readAuthFailure(await errorOf(() => makeClient("pkce").signUp({ email: "a@b.c", password: "x" })));
    expect(passwordKeys(weak)).toEqual(["error.auth.weak.length", "error.auth.weak.pwned"]);
    answer(422, { code: "user_already_exists", message: "User already registered" });
    expectText(await signIn(), "error.auth.taken");
  });

  it.each([502, 503, 504])("a %i may be tried again", async (status) => {
    stubBrowser("/");
    answer(status, { message: "the gateway's own words" });
    const error = await signIn();
    expectText(error, "error.busy");
    expect(readAuthFailure(error).isRetryable).toBe(true);
  });
});

it("keeps the session of a member who opens a link with an error", async () => {
  stubBrowser("/#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired");
  const user = { id: "00000000-0000-4000-8000-000000000001" };
  const expires_at = Math.floor(Date.now() / 1000) + 3600;
  const session = { access_token: "a.b.c", refresh_token: "abcdefghijkl", token_type: "bearer", expires_at, user };
  const kept = new Map([["kept", JSON.stringify(session)]]);
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  };
  const options = { auth: { autoRefreshToken: false, storage, storageKey: "kept" } };
  const { auth } = createClient("https://hall.example", "key", options);
  const { error } = await auth.initialize();
  expect(error?.message).toBe("Email link is invalid or has expired");
  expect((await auth.getSession()).data.session?.access_token).toBe("a.b.c");
});

it("warns of a second client on the same storage key, which would fight over the session", () => {
  stubBrowser("/");
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const options = { auth: { autoRefreshToken: false, persistSession: false, detectSessionInUrl: false } };
  createClient("https://hall.example", "key", options);
  expect(warn).not.toHaveBeenCalled();
  createClient("https://hall.example", "key", options);
  expect(warn).toHaveBeenCalledWith(expect.stringContaining("Multiple GoTrueClient instances"));
});
