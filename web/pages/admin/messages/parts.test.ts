import { expect, test } from "vitest";
import { areEqual, findMistakes, partsOf } from "./parts";

const KNOWN = ["name", "service", "link"];

test("finds placeholders that are not known, and braces without one", () => {
  const wrong = { subject: "{nmae}", body: "Hello {name}", addition: "a } b", sms: "" };
  expect(findMistakes(wrong, KNOWN)).toEqual({
    subject: { key: "admin.texts.error.placeholder", values: { text: "{nmae}" } },
    addition: { key: "admin.texts.error.placeholder", values: { text: "}" } },
  });
});

test("an SMS needs the link", () => {
  expect(findMistakes({ ...partsOf(undefined), sms: "See you, {name}" }, KNOWN)).toEqual({
    sms: { key: "admin.texts.error.link" },
  });
  expect(findMistakes({ ...partsOf(undefined), sms: "See you: {link}" }, KNOWN)).toEqual({});
});

test("space around a part is no difference", () => {
  expect(areEqual(partsOf(undefined), { ...partsOf(undefined), body: " \n" })).toBe(true);
});
