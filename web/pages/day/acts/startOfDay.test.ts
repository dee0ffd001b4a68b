import { expect, test } from "vitest";
import { startOfDay } from "./startOfDay";

test.each([
  ["2026-11-20", "Asia/Singapore", "2026-11-19T16:00:00.000Z"],
  ["2026-11-20", "UTC", "2026-11-20T00:00:00.000Z"],
  // The days on which the clocks change.
  ["2026-03-29", "Europe/Berlin", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "Europe/Berlin", "2026-03-29T22:00:00.000Z"],
  ["2026-11-01", "America/New_York", "2026-11-01T04:00:00.000Z"],
  ["2026-11-02", "America/New_York", "2026-11-02T05:00:00.000Z"],
])("%s begins in %s at %s", (day, zone, moment) => {
  expect(startOfDay(day, zone)).toBe(moment);
});
