import { expect, test } from "vitest";
import {
  draftOf,
  findDayMistakes,
  findMistake,
  isOvernight,
  minutesOf,
  newSpan,
  nextSpan,
  storedOf,
} from "./hoursDraft";

const span = (opens: string, closes: string) => newSpan(opens, closes);

test("a closing time that is not later is on the next day", () => {
  expect(minutesOf(span("08:00", "21:00"))).toEqual([480, 1260]);
  expect(minutesOf(span("18:00", "02:00"))).toEqual([1080, 1560]);
  expect(minutesOf(span("00:00", "00:00"))).toEqual([0, 1440]);
  expect(isOvernight(span("18:00", "02:00"))).toBe(true);
  expect(isOvernight(span("18:00", "00:00"))).toBe(false);
});

test("times that overlap are a mistake, times that touch are none", () => {
  expect(findMistake([span("08:00", "12:00"), span("11:00", "15:00")])).toBe("admin.hours.error.overlap");
  expect(findMistake([span("14:00", "18:00"), span("08:00", "14:00")])).toBeNull();
  expect(findMistake([span("20:00", "02:00"), span("22:00", "23:00")])).toBe("admin.hours.error.overlap");
  expect(findMistake([span("", "15:00")])).toBe("admin.hours.error.time");
});

test("a day stands in the list once", () => {
  const day = (key: string, when: string) => ({ key, day: when, spans: [], notes: {} });
  expect(findDayMistakes([day("a", "2026-12-25"), day("b", "2026-12-25"), day("c", "")])).toEqual({
    a: "admin.hours.error.twice",
    b: "admin.hours.error.twice",
    c: "admin.hours.error.day",
  });
});

test("what was stored is stored again unchanged", () => {
  const week: [number, number][][] = [
    [
      [480, 720],
      [840, 1260],
    ],
    [],
    [[1080, 1560]],
    [[0, 1440]],
    [],
    [],
    [],
  ];
  const exceptions = [{ day: "2026-12-25", hours: [], notes: { en: "Christmas" } }];
  expect(storedOf(draftOf({ week, exceptions }))).toEqual({ week, exceptions });
});

test("another time of a day begins after the last one", () => {
  expect(nextSpan([span("08:00", "12:00")])).toMatchObject({ opens: "13:00", closes: "18:00" });
  expect(nextSpan([])).toMatchObject({ opens: "09:00", closes: "17:00" });
});
