import { expect, it } from "vitest";
import { isListAndDetail } from "./navigation";

it.each([
  ["/en/blog", "/en/blog/our-clinic", true],
  ["/en/blog/our-clinic", "/en/blog", true],
  ["/vi/forum", "/vi/forum/settling-in/1", true],
  ["/en/blog", "/en/blog", false],
  ["/en/blog/one", "/en/blog/two", false],
  ["/en/blog", "/en/blogger", false],
  ["/en", "/en/blog", false],
])("%s and %s: %s", (one, other, expected) => {
  expect(isListAndDetail(one, other)).toBe(expected);
});
