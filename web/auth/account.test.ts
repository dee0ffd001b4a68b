import { expect, test } from "vitest";
import { findMailLink } from "./account";

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
