import { expect, test } from "vitest";
import en from "../../locales/en.json";
import vi from "../../locales/vi.json";
import type { Text } from "../texts";
import { formatHours, openState, weekLines } from "./openingHours";

/** Interface texts with their values filled in. */
const fill =
  (table: Record<string, string>): Text =>
  (key, values = {}) =>
    (table[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name) => String(values[name]));

const ZONE = "Asia/Singapore";
// Monday 8:00 to 12:00 and 14:00 to 21:00, then Wednesday.
const TIMES = [
  ["2026-11-23T00:00:00Z", "2026-11-23T04:00:00Z"],
  ["2026-11-23T06:00:00Z", "2026-11-23T13:00:00Z"],
  ["2026-11-25T00:30:00Z", "2026-11-25T04:00:00Z"],
] as const;
const say = (moment: string) => openState(fill(en), "en", TIMES, ZONE, Date.parse(moment)).text;

test("the state changes at the minute", () => {
  expect(say("2026-11-22T15:59:59Z")).toBe("Opens tomorrow at 8 am");
  expect(say("2026-11-22T16:00:00Z")).toBe("Opens at 8 am");
  expect(say("2026-11-22T23:59:59Z")).toBe("Opens at 8 am");
  expect(say("2026-11-23T00:00:00Z")).toBe("Open now until 12 pm");
  expect(say("2026-11-23T04:00:00Z")).toBe("Opens at 2 pm");
  expect(say("2026-11-23T12:59:59Z")).toBe("Open now until 9 pm");
  expect(say("2026-11-23T13:00:00Z")).toBe("Opens on Wednesday at 8:30 am");
  expect(say("2026-11-25T04:00:00Z")).toBe("Closed now");
});

test("a place that stays open for days names no hour", () => {
  const always = [["2026-11-20T00:00:00Z", "2026-12-20T00:00:00Z"]] as const;
  expect(openState(fill(en), "en", always, ZONE, Date.parse("2026-11-23T00:00:00Z"))).toEqual({
    isOpen: true,
    text: "Open now",
  });
});

test("weekdays with the same hours share a line", () => {
  const day = [[480, 1260]] as const;
  const week = [day, day, day, day, day, [[540, 1080]] as const, []];
  expect(weekLines(fill(en), "en", week)).toEqual([
    { days: "Monday to Friday", hours: "8 am to 9 pm" },
    { days: "Saturday", hours: "9 am to 6 pm" },
    { days: "Sunday", hours: "Closed" },
  ]);
  expect(formatHours(fill(vi), "vi", [1080, 1560])).toBe("18:00–02:00");
  expect(formatHours(fill(en), "en", [0, 1440])).toBe("All day");
});
