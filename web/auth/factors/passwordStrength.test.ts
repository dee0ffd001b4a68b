import { expect, test } from "vitest";
import { estimateStrength } from "./passwordStrength";

test.each([
  ["short", "weak"],
  ["aaaaaaaaaaaaaa", "weak"],
  ["nguyenthimai1", "weak"],
  ["password-and-more", "fair"],
  ["lantern kettle", "strong"],
  ["mưa rào tháng bảy", "strong"],
])("%s", (password, strength) => {
  expect(estimateStrength(password, ["Nguyen Thi Mai", "mai@example.org"])).toBe(strength);
});
