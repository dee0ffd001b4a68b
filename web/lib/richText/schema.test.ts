import { expect, test } from "vitest";
import { EMPTY_DOCUMENT, storedSize, tidy, tidyDocument } from "./schema";

test("an empty document is already tidy", () => {
  expect(tidy(EMPTY_DOCUMENT)).toEqual(EMPTY_DOCUMENT);
});

test("what an editor leaves unset is left out", () => {
  const paragraph = {
    type: "paragraph",
    attrs: { textAlign: null },
    content: [{ type: "text", text: "a", marks: [{ type: "textStyle", attrs: { color: null, fontFamily: null } }] }],
  };
  expect(tidy({ type: "doc", content: [paragraph] })).toEqual({
    type: "doc",
    content: [{ type: "paragraph", content: [{ type: "text", text: "a" }] }],
  });
});

test("attributes and marks that nobody knows are dropped, known ones stay", () => {
  const link = { type: "link", attrs: { href: "/", target: "_blank" } };
  const heading = {
    type: "heading",
    attrs: { level: 2, onclick: "x" },
    content: [{ type: "text", text: "a", marks: [link, { type: "blink" }, { type: "bold" }] }],
  };
  expect(tidy(heading)).toEqual({
    type: "heading",
    attrs: { level: 2 },
    content: [{ type: "text", text: "a", marks: [{ type: "link", attrs: { href: "/" } }, { type: "bold" }] }],
  });
});

test("a picture on another host is stored as a link, one of this site as it is", () => {
  const image = (src: string, alt?: string) => ({ type: "image", attrs: { src, ...(alt && { alt }) } });
  const link = { type: "link", attrs: { href: "https://a.b/c.png" } };
  const linked = (text: string) => ({ type: "paragraph", content: [{ type: "text", text, marks: [link] }] });
  const own = image("/storage/v1/object/public/pictures/c.png", "A door");
  expect(tidy(own)).toEqual(own);
  expect(tidy(image("https://a.b/c.png", "A door"))).toEqual(linked("A door"));
  expect(tidy(image("https://a.b/c.png"))).toEqual(linked("https://a.b/c.png"));
  expect(tidy(image("data:image/png,x", "A door"))).toEqual({ type: "paragraph" });
});

test("empty paragraphs at the end are not stored", () => {
  const words = { type: "paragraph", content: [{ type: "text", text: "a" }] };
  const document = {
    type: "doc",
    content: [{ type: "paragraph" }, words, { type: "paragraph" }, { type: "paragraph" }],
  };
  expect(tidyDocument(document).content).toEqual([{ type: "paragraph" }, words]);
});

test("the size counts bytes, and the spaces that the database adds", () => {
  const document = { type: "doc", content: [{ type: "paragraph", content: [{ type: "text", text: "诊所" }] }] };
  // As PostgreSQL writes it: {"type": "doc", "content": [{"type": "paragraph", "content": [{"text": "诊所", "type": "text"}]}]}
  expect(storedSize(document)).toBeGreaterThanOrEqual(102);
});

test("a gallery keeps stored pictures alone, and colours that are no tokens go", () => {
  const own = { type: "image", attrs: { src: "/storage/v1/object/public/pictures/c.png" } };
  const other = { type: "image", attrs: { src: "https://a.b/c.png" } };
  expect(tidy({ type: "gallery", content: [own, other] })).toEqual({ type: "gallery", content: [own] });
  expect(tidy({ type: "gallery", content: [other] })).toEqual({ type: "paragraph" });
  const styled = (color: string) => ({ type: "text", text: "a", marks: [{ type: "textStyle", attrs: { color } }] });
  expect(tidy(styled("#c92a2a"))).toEqual({ type: "text", text: "a" });
  expect(tidy(styled("bad"))).toEqual(styled("bad"));
});
