import { expect, it } from "vitest";
import type { RichTextNode } from "../../../../lib/richText/schema";
import { fillGaps, findGaps } from "./gaps";

const washed = [{ type: "highlight", attrs: { color: "note-soft" } }];
const DOCUMENT: RichTextNode = {
  type: "doc",
  content: [
    { type: "paragraph", content: [{ type: "text", text: "[[check: Read it.]]", marks: washed }] },
    {
      type: "paragraph",
      content: [
        { type: "text", text: "Write to " },
        { type: "text", text: "[[contact: email]]", marks: washed },
        { type: "text", text: " or [[contact: email]], in [[place: town]]" },
      ],
    },
  ],
};

it("finds each gap once, in order", () => {
  expect(findGaps(DOCUMENT)).toEqual([
    { key: "check", words: "Read it." },
    { key: "contact", words: "email" },
    { key: "place", words: "town" },
  ]);
});

it("fills what has an answer, without the highlight, and leaves the rest", () => {
  const filled = fillGaps(DOCUMENT, new Map([["contact", "a$1@b.org"]]));
  expect(filled.content?.[1]?.content?.[1]).toEqual({ type: "text", text: "a$1@b.org" });
  expect(findGaps(filled).map(({ key }) => key)).toEqual(["check", "place"]);
});

it("removes the paragraph that asks to check the text", () => {
  const filled = fillGaps(DOCUMENT, new Map([["check", "yes"]]));
  expect(filled.content).toHaveLength(1);
  expect(findGaps(filled).map(({ key }) => key)).toEqual(["contact", "place"]);
});
