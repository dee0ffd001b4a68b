import { expect, it } from "vitest";
import { hasWords } from "./find";

it.each([
  ["Múi giờ của trang", "mui gio", true],
  ["Đường dẫn", "duong", true],
  ["网站的时区", "时区", true],
  ["Time zone", "zone TIME", true],
  ["Time zone", "language", false],
  ["Time zone", "", true],
])("%s has %s: %s", (text, wanted, isFound) => {
  expect(hasWords(text, wanted)).toBe(isFound);
});
