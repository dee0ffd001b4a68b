import { expect, test } from "vitest";
import type { AskedQuestion } from "../../generated/payloads";
import { findMistakes, toSend } from "./answers";

const asked = (kind: AskedQuestion["kind"], more: Partial<AskedQuestion> = {}): AskedQuestion => ({
  id: kind,
  kind,
  label: kind,
  help: "",
  lang: "en",
  options: [],
  lowest: null,
  highest: null,
  isRequired: true,
  isSensitive: false,
  ...more,
});

test("what is required is missing until it is answered; no is an answer, an unchecked box none", () => {
  const questions = [asked("text"), asked("yes_no"), asked("consent"), asked("choices"), asked("file")];
  expect(Object.keys(findMistakes(questions, { text: " ", consent: false, choices: [] }))).toEqual([
    ...["text", "yes_no", "consent", "choices", "file"],
  ]);
  const file = { id: "f", name: "a.pdf", size: 1 };
  expect(findMistakes(questions, { text: "x", yes_no: "no", consent: true, choices: ["a"], file })).toEqual({});
});

test("numbers are within their bounds, with a comma or a point", () => {
  const questions = [asked("number", { lowest: 1, highest: 10 })];
  for (const wrong of ["0", "10.1", "abc", "1,2,3"])
    expect(findMistakes(questions, { number: wrong })).toHaveProperty("number");
  expect(findMistakes(questions, { number: "2,5" })).toEqual({});
  expect(toSend(questions, { number: "2,5" })).toEqual([{ question: "number", value: 2.5 }]);
});

test("values are sent as the database takes them, and what is empty is left out", () => {
  const questions = [asked("yes_no"), asked("text"), asked("file"), asked("long", { isRequired: false })];
  const file = { id: "f", name: "a.pdf", size: 1 };
  expect(toSend(questions, { yes_no: "no", text: " Nuts ", file, long: "" })).toEqual([
    { question: "yes_no", value: false },
    { question: "text", value: "Nuts" },
    { question: "file", file: "f" },
  ]);
});
