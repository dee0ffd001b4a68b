import { expect, test } from "vitest";
import { compareNames } from "./compareNames";
import { zoneTitle } from "./zones";

const names = ["Zoe", "Lê", "An", "Élan", "Đặng", "陈", "李", "Lan"];

test.each([
  ["en", ["An", "Đặng", "Élan", "Lan", "Lê", "Zoe", "李", "陈"]],
  ["vi", ["An", "Đặng", "Élan", "Lan", "Lê", "Zoe", "李", "陈"]],
  ["zh", ["陈", "李", "An", "Đặng", "Élan", "Lan", "Lê", "Zoe"]],
] as const)("names are in the order of %s", (lang, sorted) => {
  expect([...names].sort((one, other) => compareNames(lang, one, other))).toEqual(sorted);
});

test("a zone is named by its city, its name and its offset", () => {
  expect(zoneTitle("en", "Asia/Kuala_Lumpur", "2026-01-15T00:00:00Z")).toBe("Kuala Lumpur: Malaysia Time (GMT+8)");
  expect(zoneTitle("zh", "Asia/Kuala_Lumpur", "2026-01-15T00:00:00Z")).toBe("Kuala Lumpur: 马来西亚时间 (GMT+8)");
  expect(zoneTitle("vi", "America/St_Johns", "2026-01-15T00:00:00Z")).toMatch(
    /^St Johns: .*Newfoundland \(GMT-3:30\)$/,
  );
});
