import { expect, it } from "vitest";
import { LANGS } from "../page";
import { formatAgo, formatDaysAgo } from "./relative";

const NOW = Date.parse("2026-11-23T04:30:00Z");
const KL = "Asia/Kuala_Lumpur";

function told(iso: string, timeZone = KL): string[] {
  return LANGS.map((lang) => formatAgo(lang, iso, timeZone, NOW));
}

it("tells minutes, hours and days in each language", () => {
  expect(told("2026-11-23T04:29:30Z")).toEqual(["now", "现在", "sekarang", "bây giờ"]);
  expect(told("2026-11-23T04:25:00Z")).toEqual(["5 min ago", "5分钟前", "5 min lalu", "5 phút trước"]);
  expect(told("2026-11-23T02:10:00Z")).toEqual(["2 hr ago", "2小时前", "2 jam lalu", "2 giờ trước"]);
  expect(told("2026-11-22T03:00:00Z")).toEqual(["yesterday", "昨天", "semalam", "hôm qua"]);
  expect(told("2026-11-20T03:00:00Z")).toEqual(["3 days ago", "3天前", "3 hari lalu", "3 ngày trước"]);
});

it("counts days of the reader's calendar", () => {
  // 26 hours before: yesterday in Kuala Lumpur, where it is past noon; two days before in Honolulu, where it is evening.
  expect(formatAgo("en", "2026-11-22T02:30:00Z", KL, NOW)).toBe("yesterday");
  expect(formatAgo("en", "2026-11-21T09:30:00Z", "Pacific/Honolulu", NOW)).toBe("2 days ago");
});

it("tells the date after a week, and the year of another year", () => {
  expect(told("2026-11-02T03:00:00Z")).toEqual(["2 Nov", "11月2日", "2 Nov", "2 thg 11"]);
  expect(told("2025-11-02T03:00:00Z")).toEqual(["2 Nov 2025", "2025年11月2日", "2 Nov 2025", "2 thg 11, 2025"]);
});

it("takes a moment in the future for now: clocks differ", () => {
  expect(formatAgo("en", "2026-11-23T04:40:00Z", KL, NOW)).toBe("now");
});

it("names the day of a group", () => {
  const days = ["2026-11-23", "2026-11-22", "2026-11-20"].map((day) => formatDaysAgo("en", day, KL, NOW));
  expect(days).toEqual(["today", "yesterday", "Friday 20 November"]);
  expect(LANGS.map((lang) => formatDaysAgo(lang, "2026-11-23", KL, NOW))).toEqual([
    "today",
    "今天",
    "hari ini",
    "hôm nay",
  ]);
});
