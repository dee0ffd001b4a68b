import { describe, expect, it } from "vitest";
import en from "../../locales/en.json";
import { registerTexts } from "../i18n";
import { readFailure } from "./errors";

const texts: Record<string, string> = en;
registerTexts("en", texts);

describe("a failure for people", () => {
  it.each([
    ["our own refusal", { code: "PT409", details: "full", message: "…", status: 409 }, "error.detail.full"],
    ["a conflict", { code: "PT409", details: null, message: "…", status: 409 }, "error.conflict"],
    ["a row rule", { code: "42501", details: null, message: "…", status: 403 }, "error.forbidden"],
    ["a check", { code: "23514", details: "Failing row contains (…)", message: "…", status: 400 }, "error.notAccepted"],
    ["an expired token", { code: "PGRST303", message: "JWT expired", status: 401 }, "error.session"],
    ["an unknown code", { code: "XX000", message: "internal", status: 500 }, "error.server"],
    ["a status alone", { status: 429 }, "error.tooMany"],
    ["Chromium without a network", new TypeError("Failed to fetch"), "error.network"],
    ["Safari without a network", new TypeError("Load failed"), "error.network"],
    ["postgrest-js without a network", { code: "", message: "TypeError: Failed to fetch", status: 0 }, "error.network"],
    ["auth-js without a network", { name: "AuthRetryableFetchError", status: 0, message: "…" }, "error.network"],
    ["a mistake of ours", new Error("x is undefined"), "error.unknown"],
    ["anything else", "oops", "error.unknown"],
  ])("%s", (_name, error, key) => {
    const failure = readFailure(error);
    expect(failure.key).toBe(key);
    expect(texts[key]).toBeDefined();
  });

  it("offers to try again only where that may help", () => {
    expect(readFailure(new TypeError("Failed to fetch")).isRetryable).toBe(true);
    expect(readFailure({ code: "PT409", details: "full" }).isRetryable).toBe(false);
  });

  it("never shows a raw message", () => {
    expect(readFailure({ code: "PT409", details: "no_such_text" }).key).toBe("error.conflict");
    expect(readFailure({ code: "P0001", message: "secret table" }).key).toBe("error.unknown");
  });
});
