import { expect, it } from "vitest";
import { hashOf, hasShapeOf } from "./shapes";

const SAMPLE = {
  name: "",
  hours: [{ opens: "09:00" }],
  texts: { en: { title: "" } },
  window: null,
  count: 3,
  isOpen: true,
};

it.each([
  [{ ...SAMPLE, name: "Mei", hours: [], window: 24, count: null }, true],
  [{ ...SAMPLE, more: 1 }, true],
  [{ ...SAMPLE, name: null }, false],
  [{ ...SAMPLE, hours: {} }, false],
  [{ ...SAMPLE, texts: { zh: { title: "" } } }, false],
  [{ ...SAMPLE, isOpen: "yes" }, false],
  ["text", false],
  [null, false],
])("%j can stand in for the sample: %s", (value, isSame) => {
  expect(hasShapeOf(value, SAMPLE)).toBe(isSame);
});

it("gives different texts different names", () => {
  const names = ["", "a", "b", "ab", "ba", '{"name":"Mei"}', '{"name":"Mai"}'].map(hashOf);
  expect(new Set(names).size).toBe(names.length);
});
