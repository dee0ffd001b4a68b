import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { announce, getAnnouncement } from "./announce";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test("at most one announcement in ten seconds, and the last one is not lost", () => {
  announce("one");
  expect(getAnnouncement()).toBe("one");
  announce("two");
  announce("three");
  vi.advanceTimersByTime(9_999);
  expect(getAnnouncement()).toBe("one");
  vi.advanceTimersByTime(1);
  expect(getAnnouncement()).toBe("three");
  announce("four");
  expect(getAnnouncement()).toBe("three");
  vi.advanceTimersByTime(10_000);
  expect(getAnnouncement()).toBe("four");
});
