import { describe, expect, it } from "vitest";
import {
  type DateStyle,
  dayIn,
  formatCountry,
  formatDay,
  formatList,
  formatMoment,
  formatNumber,
  formatSpan,
  formatWeekday,
} from "./format";

const moment = "2026-11-20T22:30:00Z";

describe("a moment", () => {
  it("is told in the reader's language and in a zone", () => {
    expect(formatMoment("en", moment, "Asia/Kuala_Lumpur", "date")).toBe("21 November 2026");
    expect(formatMoment("zh", moment, "UTC", "date")).toBe("2026年11月20日");
    expect(formatMoment("vi", moment, "Asia/Ho_Chi_Minh", "time")).toBe("05:30");
    expect(formatMoment("ms", moment, "UTC", "date")).toBe("20 November 2026");
  });

  it("says the hour after midnight as 00", () => {
    expect(formatMoment("en", "2026-01-01T00:05:00Z", "UTC", "time")).toBe("00:05");
  });

  it("is told in UTC when the zone is unknown", () => {
    expect(formatMoment("en", moment, "Mars/Olympus", "time")).toBe("22:30");
  });

  it("belongs to a day that depends on the zone, also across a change of the clocks", () => {
    expect(dayIn("UTC", moment)).toBe("2026-11-20");
    expect(dayIn("Asia/Kuala_Lumpur", moment)).toBe("2026-11-21");
    expect(dayIn("Europe/Berlin", "2026-03-28T23:30:00Z")).toBe("2026-03-29");
    expect(dayIn("Europe/Berlin", "2026-03-29T22:30:00Z")).toBe("2026-03-30");
  });
});

it("tells a calendar day without any zone", () => {
  expect(formatDay("en", "2026-11-20", "date")).toBe("20 November 2026");
  expect([1, 7].map((day) => formatWeekday("en", day))).toEqual(["Monday", "Sunday"]);
});

it("names countries in the language", () => {
  expect((["en", "zh", "ms", "vi"] as const).map((lang) => formatCountry(lang, "VN"))).toEqual([
    "Vietnam",
    "越南",
    "Vietnam",
    "Việt Nam",
  ]);
  expect(formatCountry("vi", "1")).toBe("1");
});

it("writes numbers and lists as the language does", () => {
  expect(formatNumber("ms", 12345)).toBe("12,345");
  expect(formatNumber("vi", 12345)).toBe("12.345");
  expect(formatList("zh", ["甲", "乙", "丙"])).toBe("甲、乙和丙");
});

describe("a short weekday in Vietnamese", () => {
  it("is a number, Sunday two letters, before the hour", () => {
    const at = (style: DateStyle, iso = "2026-11-20T22:30:00Z") => formatMoment("vi", iso, "Asia/Ho_Chi_Minh", style);
    expect(at("shortWeekday")).toBe("T7");
    expect(at("shortWeekday", "2026-11-22T05:00:00Z")).toBe("CN");
    expect(at("shortDay")).toMatch(/^T7, 21/);
    expect(at("dayTime")).toMatch(/^T7, 21.*, 05:30$/);
    expect(at("weekdayTime")).toBe("T7, 05:30");
  });

  it("stands once before the hours of a span", () => {
    const text = formatSpan("vi", "2026-11-20T22:30:00Z", "2026-11-20T23:00:00Z", "Asia/Ho_Chi_Minh", "dayTime");
    expect(text).toMatch(/^T7, 21.*, 05:30\W+06:00$/);
  });
});

it("writes the days of a week in Chinese characters", () => {
  const text = formatSpan("zh", "2026-11-23T00:00:00Z", "2026-11-29T00:00:00Z", "UTC", "shortDate");
  expect(text).toBe("2026年11月23日至11月29日");
});
