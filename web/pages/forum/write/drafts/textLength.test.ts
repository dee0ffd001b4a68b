import { expect, test } from "vitest";
import { countCharacters, minimumFor } from "./textLength";

test("spaces at the ends and runs of them do not make a text longer", () => {
  expect(countCharacters("  a   b\n\nc ")).toBe(5);
  expect(countCharacters("𠀀𠀁")).toBe(2);
});

test.each([
  ["请问诊所几点开门", 8],
  ["Where is the clinic?", 20],
  ["诊所 clinic", 20],
  ["预约诊所 abc", 8],
  ["", 20],
])("%j needs %i characters", (content, minimum) => expect(minimumFor(content, 8, 20)).toBe(minimum));

test("an empty text is told what its language needs", () => {
  expect(minimumFor(" ", 8, 20, "zh")).toBe(8);
  expect(minimumFor("", 8, 20, "vi")).toBe(20);
});
