import { expect, test } from "vitest";
import { findMailLink, findOwnPath } from "./account";

test("a link of a mail needs a token and a type that we know", () => {
  expect(findMailLink({ token_hash: "abc", type: "signup" })).toEqual({
    tokenHash: "abc",
    type: "signup",
    redirectTo: null,
  });
  expect(findMailLink({ token_hash: "abc", type: "sms" })).toBeNull();
  expect(findMailLink({ type: "signup" })).toBeNull();
  expect(findMailLink({})).toBeNull();
});

test("only addresses of this site become paths", () => {
  const origin = "https://hall.example";
  expect(findOwnPath("https://hall.example/vi/forum?a=b#c", origin)).toBe("/vi/forum?a=b#c");
  expect(findOwnPath("https://hall.example.evil.com/", origin)).toBeNull();
  expect(findOwnPath("javascript:alert(1)", origin)).toBeNull();
  expect(findOwnPath("/vi", origin)).toBeNull();
  expect(findOwnPath(null, origin)).toBeNull();
});
