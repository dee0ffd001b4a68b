import { describe, expect, test } from "vitest";
import { fromPlain, toPlain } from "./plainEdit";
import { EMPTY_DOCUMENT, type RichTextNode } from "./schema";

const words = (text: string, ...marks: string[]): RichTextNode => ({
  type: "text",
  text,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const paragraph = (...content: RichTextNode[]): RichTextNode =>
  content.length > 0 ? { type: "paragraph", content } : { type: "paragraph" };
const doc = (...content: RichTextNode[]): RichTextNode => ({ type: "doc", content });
const heading: RichTextNode = { type: "heading", attrs: { level: 2 }, content: [words("Opening")] };
const list: RichTextNode = {
  type: "bulletList",
  content: ["One", "Two"].map((item) => ({ type: "listItem", content: [paragraph(words(item))] })),
};
const image: RichTextNode = { type: "image", attrs: { src: "/a.png", alt: "A lantern" } };
const RICH = doc(heading, paragraph(words("We are "), words("open", "bold")), image, list, paragraph(words("Bye")));

describe("an empty document", () => {
  test.each([
    ["Hello", [paragraph(words("Hello"))]],
    ["One\nTwo\n\nThree", ["One", "Two", "Three"].map((line) => paragraph(words(line)))],
    ["请问诊所\n", [paragraph(words("请问诊所")), paragraph()]],
    ["", [paragraph()]],
  ])("%j becomes paragraphs", (text, content) => {
    expect(fromPlain(EMPTY_DOCUMENT, text)).toEqual(doc(...content));
    expect(fromPlain(doc(), text).content).toEqual(content);
  });
});

describe("a document with formatting", () => {
  const plain = "Opening\n\nWe are open\n\n[A lantern]\n\nOne\nTwo\n\nBye";

  test("has one empty line between blocks", () => expect(toPlain(RICH)).toBe(plain));

  test("is unchanged without an edit", () => expect(fromPlain(RICH, plain)).toEqual(RICH));

  test("keeps the block and the marks around an edit", () => {
    const edited = fromPlain(RICH, plain.replace("We are", "We are not"));
    expect(edited.content?.[1]).toEqual(paragraph(words("We are not "), words("open", "bold")));
    expect(edited.content?.toSpliced(1, 1)).toEqual(RICH.content?.toSpliced(1, 1));
    expect(fromPlain(RICH, plain.replace("Opening", "Opening hours")).content?.[0]?.type).toBe("heading");
  });

  test.each([`${plain}\nMore`, `${plain}\n\nMore`])("keeps all blocks before an addition", (text) => {
    expect(fromPlain(RICH, text)).toEqual(doc(...(RICH.content ?? []), paragraph(words("More"))));
  });

  test("loses the form of edited blocks only", () => {
    const edited = fromPlain(RICH, plain.replace("Two", "Twice"));
    const lines = ["One", "Twice"].map((line) => paragraph(words(line)));
    expect(edited).toEqual(doc(...(RICH.content?.slice(0, 3) ?? []), ...lines, paragraph(words("Bye"))));
  });

  test("loses a picture with its line", () => {
    expect(fromPlain(RICH, plain.replace("[A lantern]\n\n", "")).content?.map((node) => node.type)).toEqual([
      "heading",
      "paragraph",
      "bulletList",
      "paragraph",
    ]);
  });
});
