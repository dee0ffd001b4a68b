import { expect, test } from "vitest";
import { EMPTY_DOCUMENT, type RichTextNode } from "../../../../lib/richText/schema";
import { withQuote } from "./quote";

const paragraph = (text: string): RichTextNode => ({ type: "paragraph", content: [{ type: "text", text }] });
const picture: RichTextNode = { type: "image", attrs: { src: "https://a.b/c.png" } };
const doc = (...content: RichTextNode[]): RichTextNode => ({ type: "doc", content });

test("the quotation takes the place of an empty text and leaves a line to write on", () => {
  const made = withQuote(EMPTY_DOCUMENT, doc(paragraph("Hello")), "Mei wrote:", "7");
  expect(made.content?.map((node) => node.type)).toEqual(["blockquote", "paragraph"]);
  expect(made.content?.[0]?.attrs).toEqual({ source: "7" });
  expect(made.content?.[0]?.content?.[1]).toEqual(paragraph("Hello"));
});

test("what is written already stays in front of it", () => {
  const made = withQuote(doc(paragraph("I think")), doc(paragraph("Hello")), "Mei wrote:", "7");
  expect(made.content?.[0]).toEqual(paragraph("I think"));
});

test("quotations and pictures of the quoted text are left out", () => {
  const quoted = doc(
    { type: "blockquote", content: [paragraph("Older")] },
    picture,
    paragraph("Newer"),
    paragraph(" "),
  );
  expect(withQuote(EMPTY_DOCUMENT, quoted, "Mei wrote:", "7").content?.[0]?.content?.slice(1)).toEqual([
    paragraph("Newer"),
  ]);
});

test("a table is quoted as lines, since a quotation holds none", () => {
  const cell = (text: string): RichTextNode => ({ type: "tableCell", content: [paragraph(text)] });
  const row = (...words: string[]): RichTextNode => ({ type: "tableRow", content: words.map(cell) });
  const quoted = doc({ type: "table", content: [row("Hall", "20"), row(" ", " "), row("Room", " ")] });
  expect(withQuote(EMPTY_DOCUMENT, quoted, "Mei wrote:", "7").content?.[0]?.content?.slice(1)).toEqual([
    paragraph("Hall | 20"),
    paragraph("Room"),
  ]);
});

test("a picture alone is quoted as it is", () => {
  expect(withQuote(EMPTY_DOCUMENT, doc(picture), "Mei wrote:", "7").content?.[0]?.content?.[1]).toEqual(picture);
});
