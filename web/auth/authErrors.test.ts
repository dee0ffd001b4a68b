import { describe, expect, it, test } from "vitest";
import source from "../../balai/backend/auth/errors.py?raw";
import en from "../locales/en.json";
import ms from "../locales/ms.json";
import vi from "../locales/vi.json";
import zh from "../locales/zh.json";
import { passwordKeys, readAddressFailure, readAuthFailure } from "./authErrors";

const tables: Record<string, string>[] = [en, ms, vi, zh];
const hasText = (key: string) => tables.every((table) => key in table || `${key}_other` in table);

describe("what the auth service or its client refuses", () => {
  it.each([
    ["You must provide either an email or phone number and a password", "error.auth.missingBoth"],
    ["You must provide either an email or phone number.", "error.auth.missingAddress"],
    ["Identity is already linked", "error.auth.linkedAlready"],
    ["Identity is already linked to another user", "error.auth.linkedToOther"],
    ["No session defined in URL", "error.auth.addressIncomplete"],
    ["Not a valid implicit grant flow url.", "error.auth.addressUnfit"],
    ["Not a valid PKCE flow url.", "error.auth.addressUnfit"],
    ["No code detected.", "error.auth.addressIncomplete"],
    ["Auth session missing!", "error.session"],
    ["Invalid login credentials", "error.auth.credentials"],
  ])("%s", (message, key) => {
    expect(readAuthFailure(Object.assign(new Error(message), { status: 500 })).key).toBe(key);
    expect(hasText(key)).toBe(true);
  });

  it("tells two meanings of one code apart", () => {
    const link = { code: "otp_expired", message: "Email link is invalid or has expired", status: 403 };
    expect(readAuthFailure(link).key).toBe("error.auth.linkExpired");
    const code = { code: "otp_expired", message: "Token has expired or is invalid", status: 403 };
    expect(readAuthFailure(code).key).toBe("error.auth.code");
    const other = { code: "identity_already_exists", message: "Identity is already linked to another user" };
    expect(readAuthFailure(other).key).toBe("error.auth.linkedToOther");
    const late = { code: "signup_disabled", message: "Invitation is no longer valid", status: 422 };
    expect(readAuthFailure(late).key).toBe("error.auth.invitationOver");
    expect(hasText("error.auth.invitationOver")).toBe(true);
  });

  it("says how long to wait", () => {
    const message = "For security purposes, you can only request this after 42 seconds.";
    const failure = readAuthFailure({ code: "over_email_send_rate_limit", message, status: 429 });
    expect(failure).toMatchObject({ key: "error.auth.wait", values: { count: 42 }, isRetryable: true });
    expect(hasText("error.auth.wait")).toBe(true);
  });

  it.each([502, 503, 504])("offers to try again after a %i", (status) => {
    const failure = readAuthFailure(Object.assign(new Error("{}"), { name: "AuthRetryableFetchError", status }));
    expect(failure).toMatchObject({ key: "error.busy", isRetryable: true });
  });

  it("gives the reasons of a weak password, and a general word for new ones", () => {
    const weak = readAuthFailure({ code: "weak_password", message: "…", reasons: ["length", "pwned"] });
    expect(passwordKeys(weak)).toEqual(["error.auth.weak.length", "error.auth.weak.pwned"]);
    expect(passwordKeys(weak).every(hasText)).toBe(true);
    expect(passwordKeys(readAuthFailure({ code: "weak_password", reasons: ["new"] }))).toEqual([
      "error.auth.weakPassword",
    ]);
  });

  it("never shows a raw message, whatever the code", () => {
    for (const code of ["brand_new", "constructor", ""]) {
      expect(readAuthFailure({ code, message: "secret table", status: 418 }).key).toBe("error.unknown");
    }
  });
});

test("every code of the service has a text in four languages, or goes by its status", () => {
  const codes = [...source.matchAll(/^ {4}[A-Z_0-9]+ = "([a-z_0-9]+)"$/gm)].map((match) => match[1] ?? "");
  expect(codes.length).toBeGreaterThan(20);
  // Codes that no screen can trigger: malformed requests, and features that only other applications use.
  const foreign = /^(unknown|bad_json|request_entity_too_large|feature_disabled|.*(web3|hook|saml_(meta|ent)).*)$/;
  const nameless = codes.filter((code) => readAuthFailure({ code, status: 418 }).key === "error.unknown");
  expect(nameless.filter((code) => !foreign.test(code))).toEqual([]);
  expect(codes.filter((code) => !hasText(readAuthFailure({ code, status: 418 }).key))).toEqual([]);
});

test("what the address says goes by its code, then by its kind", () => {
  const read = (text: string) => readAddressFailure(new URLSearchParams(text)).key;
  const expired = "error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired";
  expect(read(expired)).toBe("error.auth.linkExpired");
  expect(read("error=access_denied&error_description=The+user+denied+it")).toBe("error.auth.cancelled");
  expect(read("error=server_error&error_description=<script>")).toBe("error.auth.notDone");
});
