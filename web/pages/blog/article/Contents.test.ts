import { expect, it } from "vitest";
import type { RichTextNode } from "../../../lib/richText/schema";
import { findParts } from "./Contents";

const text = (words: string): RichTextNode[] => [{ type: "text", text: words }];
const part = (words: string, level = 2): RichTextNode => ({ type: "heading", attrs: { level }, content: text(words) });
const filler = (length: number): RichTextNode => ({ type: "paragraph", content: text("字".repeat(length)) });
const document = (...content: RichTextNode[]): RichTextNode => ({ type: "doc", content });

it("lists the parts of a long text, without the smaller headings", () => {
  const parts = findParts(document(part("One"), filler(900), part("Small", 3), part("Two"), part("Three")));
  expect(parts).toEqual([
    { id: "part-one", words: "One" },
    { id: "part-two", words: "Two" },
    { id: "part-three", words: "Three" },
  ]);
});

it("has none for a short text, or one with few parts", () => {
  expect(findParts(document(part("One"), filler(50), part("Two"), part("Three")))).toEqual([]);
  expect(findParts(document(part("One"), filler(2000), part("Two")))).toEqual([]);
});
