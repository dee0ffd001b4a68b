import { expect, test } from "vitest";
import type { RichTextNode } from "../../../../lib/richText/schema";
import { cleanTitle, findPostMistake, findReplyMistake, findTitleMistake } from "./check";

const doc = (text: string): RichTextNode => ({
  type: "doc",
  content: [{ type: "paragraph", content: [{ type: "text", text }] }],
});

test("a title loses what nobody sees", () => {
  expect(cleanTitle("  Free\u202e  mo\u200bney\t")).toBe("Free money");
});

test.each([
  ["诊", { key: "forum.error.titleShort", min: 2 }],
  ["诊所", null],
  ["Abc", { key: "forum.error.titleShort", min: 4 }],
  ["\u200b\u200b\u200b\u200b", { key: "forum.error.titleShort", min: 4 }],
  ["x".repeat(201), { key: "forum.error.titleLong" }],
])("title %j", (title, mistake) => expect(findTitleMistake(title)).toEqual(mistake));

test("a post's minimum follows its script", () => {
  expect(findPostMistake(doc("请问诊所几点开门"))).toBeNull();
  expect(findPostMistake(doc("请问诊所"))).toEqual({ key: "forum.error.bodyShort", min: 8 });
  expect(findPostMistake(doc("Too short a text"))).toEqual({ key: "forum.error.bodyShort", min: 20 });
  expect(findPostMistake(doc("x".repeat(60_000)))).toEqual({ key: "forum.error.bodyLong" });
});

test("a reply needs a character or a picture", () => {
  expect(findReplyMistake(doc("好"))).toBeNull();
  expect(findReplyMistake(doc("  "))).toEqual({ key: "forum.error.bodyEmpty" });
  const picture = (src: string) => ({ type: "doc", content: [{ type: "image", attrs: { src } }] });
  expect(findReplyMistake(picture("/storage/v1/object/public/pictures/a.png"))).toBeNull();
  // One of another host is not stored yet.
  expect(findReplyMistake(picture("https://a.b/c"))).toEqual({ key: "editor.image.wait" });
});
