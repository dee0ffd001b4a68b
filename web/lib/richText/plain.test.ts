import { expect, test } from "vitest";
import { headingIds, isBlank, plainText } from "./plain";
import { EMPTY_DOCUMENT, type RichTextNode } from "./schema";

const text = (words: string): RichTextNode => ({ type: "text", text: words });
const heading = (words: string): RichTextNode => ({ type: "heading", attrs: { level: 2 }, content: [text(words)] });
const picture: RichTextNode = { type: "image", attrs: { src: "https://a.b/c.png", alt: "not a word" } };

test("the words, one line a block", () => {
  const document = {
    type: "doc",
    content: [heading("诊所"), picture, { type: "paragraph", content: [text("a"), text("b")] }],
  };
  expect(plainText(document)).toBe("诊所\nab");
});

test("blank is nothing to read and nothing to see", () => {
  expect(isBlank(EMPTY_DOCUMENT)).toBe(true);
  expect(isBlank({ type: "doc", content: [{ type: "paragraph", content: [text(" ")] }] })).toBe(true);
  expect(isBlank({ type: "doc", content: [picture] })).toBe(false);
});

test("headings of one wording get ids of their own", () => {
  const document = { type: "doc", content: [heading("Giờ mở cửa"), heading("Giờ mở cửa"), heading("开放时间!")] };
  expect([...headingIds(document).values()]).toEqual(["part-gio-mo-cua", "part-gio-mo-cua-2", "part-开放时间"]);
});
