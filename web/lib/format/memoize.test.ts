import { expect, it, vi } from "vitest";
import { memoize } from "./memoize";

it("computes each result once and drops all of them at the limit", () => {
  const join = vi.fn((one: string, other: string) => one + other);
  const memoized = memoize(2, join);
  expect([memoized("a", "b"), memoized("a", "b"), memoized("ab", "")]).toEqual(["ab", "ab", "ab"]);
  expect(join).toHaveBeenCalledTimes(2);
  memoized("c", "d");
  memoized("a", "b");
  expect(join).toHaveBeenCalledTimes(4);
});
