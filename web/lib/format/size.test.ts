import { expect, test } from "vitest";
import { formatSize } from "./size";

test.each([
  [12, "1 kB"],
  [340_400, "340 kB"],
  [1_240_000, "1.2 MB"],
  [25_600_000, "26 MB"],
  [3_200_000_000, "3.2 GB"],
])("%d bytes are %s", (bytes, text) => {
  expect(formatSize("en", bytes)).toBe(text);
});
