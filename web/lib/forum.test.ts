import { expect, test } from "vitest";
import { findRefusal, replyNumber } from "./forum";

test("a refusal is told by its code, else by the constraint that it broke", () => {
  expect(findRefusal({ details: "post_locked", message: "This post is locked" })).toBe("forum.error.post_locked");
  const message = 'new row for relation "posts" violates check constraint "posts_title_short"';
  expect(findRefusal({ details: "Failing row contains (…).", message })).toBe("forum.error.titleShort");
  expect(findRefusal({ details: "", message: "canceling statement due to timeout" })).toBeUndefined();
});

test("a reply says its number", () => {
  expect(replyNumber({ number: 57 })).toBe(57);
});
