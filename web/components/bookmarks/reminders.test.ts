import { expect, test } from "vitest";
import { remindAt } from "./reminders";

const NOON = new Date(2026, 4, 6, 12, 0);
const at = (day: number, hour: number) => new Date(2026, 4, day, hour).toISOString();

test("the named moments are hours of the device", () => {
  expect(remindAt("none", "", NOON)).toBeNull();
  expect(remindAt("evening", "", NOON)).toBe(at(6, 19));
  expect(remindAt("tomorrow", "", NOON)).toBe(at(7, 9));
  expect(remindAt("week", "", NOON)).toBe(at(13, 9));
});

test("this evening is tomorrow's once it has begun", () => {
  expect(remindAt("evening", "", new Date(2026, 4, 6, 20))).toBe(at(7, 19));
});

test("a moment of one's own is in the future", () => {
  expect(remindAt("own", "2026-05-08T10:30", NOON)).toBe(new Date(2026, 4, 8, 10, 30).toISOString());
  expect(remindAt("own", "2026-05-01T10:30", NOON)).toBeNull();
  expect(remindAt("own", "", NOON)).toBeNull();
});
