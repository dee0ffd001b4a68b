import { expect, it } from "vitest";
import { cookieText } from "./cookies";

it("keeps a cookie for 365 days on every path, and from other sites' forms", () => {
  expect(cookieText("i18n_redirected", "vi", false)).toBe("i18n_redirected=vi; Path=/; Max-Age=31536000; SameSite=Lax");
});

it("sends it over https only where the page came that way", () => {
  expect(cookieText("sb-access-token", "a.b.c", true)).toMatch(/; Secure$/);
});

it("removes a cookie without a value", () => {
  expect(cookieText("sb-access-token", null, false)).toContain("Max-Age=0");
});

it("cannot be broken out of", () => {
  expect(cookieText("x", "a; Path=/evil", false)).toContain("x=a%3B%20Path%3D%2Fevil;");
});
