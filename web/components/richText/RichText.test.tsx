import { renderToString } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import { PageContext } from "../../lib/context";
import type { PagePayload } from "../../lib/page";
import type { RichTextMark, RichTextNode } from "../../lib/richText/schema";
import { provideApart, RichText } from "./RichText";
import { RichTextBlocks } from "./RichTextBlocks";

provideApart(RichTextBlocks);
const page = { lang: "en" } as PagePayload;

function draw(...content: RichTextNode[]): string {
  return renderToString(
    <PageContext value={page}>
      <MemoryRouter>
        <RichText document={{ type: "doc", content }} isMembers />
      </MemoryRouter>
    </PageContext>,
  );
}

const paragraph = (words: string, ...marks: RichTextMark[]): RichTextNode => ({
  type: "paragraph",
  content: [{ type: "text", text: words, marks }],
});

test("words are words, whatever they look like", () => {
  expect(draw(paragraph("<script>alert(1)</script>"))).toContain("&lt;script&gt;");
});

test("what nobody knows is not drawn", () => {
  const html = draw({ type: "iframe", attrs: { src: "https://a.b" } }, paragraph("a", { type: "blink" }));
  expect(html).not.toContain("iframe");
  expect(html).toContain(">a</p>");
});

test.each(["javascript:alert(1)", "//evil.example", "data:text/html,x"])("%s is no link", (href) => {
  expect(draw(paragraph("a", { type: "link", attrs: { href } }))).not.toContain("<a");
});

test("links of members vouch for nothing; those within the site are the site's", () => {
  expect(draw(paragraph("a", { type: "link", attrs: { href: "https://a.b" } }))).toContain(
    'rel="ugc nofollow noopener"',
  );
  expect(draw(paragraph("a", { type: "link", attrs: { href: "/vi/forum" } }))).not.toContain("rel=");
});

test("a picture keeps its place, says what it shows, and comes from this site", () => {
  const image = (src: string): RichTextNode => ({
    type: "image",
    attrs: { src, alt: "A door", width: 640, height: 480 },
  });
  const own = draw(image("/storage/v1/object/public/pictures/c.png"));
  expect(own).toMatch(/<img(?=.*alt="A door")(?=.*width="640")(?=.*loading="lazy")/);
  expect(draw(image("https://a.b/c.png"))).toMatch(/<p><a href="https:\/\/a.b\/c.png" rel="ugc[^>]*>A door<\/a><\/p>/);
  for (const src of ["https://a.b/c.png", "http://a.b/c.png", "//a.b/c.png", "data:image/png,x", "javascript:x"])
    expect(draw(image(src))).not.toMatch(/<img|src=|href="(javascript|data|\/\/)/);
});

test("a heading can be linked to, and levels stay below the page's title", () => {
  const heading = (level: number): RichTextNode => ({ ...paragraph("开放时间"), type: "heading", attrs: { level } });
  expect(draw(heading(3))).toContain('<h3 id="part-开放时间"');
  expect(draw(heading(1))).toContain("<h2");
});

test("a table says what heads it, reaches as far as its cells do, and is pushed along within itself", () => {
  const cell = (type: string, words: string, attrs?: RichTextNode["attrs"]): RichTextNode => ({
    type,
    attrs,
    content: [paragraph(words)],
  });
  const html = draw({
    type: "table",
    content: [
      { type: "tableRow", content: [cell("tableHeader", "What", { colspan: 2 }), cell("tableHeader", "RM")] },
      {
        type: "tableRow",
        content: [cell("tableHeader", "Hall"), cell("tableCell", "an hour"), cell("tableCell", "20")],
      },
      { type: "tableRow" },
    ],
  });
  expect(html).toMatch(/<div class="[^"]+" tabindex="0"><table><tbody><tr>/);
  expect(html).toContain('<th colSpan="2" scope="col"><p>What</p></th><th scope="col"><p>RM</p></th>');
  expect(html).toContain('<th scope="row"><p>Hall</p></th><td><p>an hour</p></td><td><p>20</p></td>');
});

test("a gallery leads to its pictures, a part opens without a script, a callout says what it is", () => {
  const image = (alt: string): RichTextNode => ({
    type: "image",
    attrs: { src: "/storage/v1/object/public/pictures/a.png", alt },
  });
  const html = draw(
    { type: "gallery", content: [image("A door"), image("")] },
    { type: "callout", attrs: { kind: "warning" }, content: [paragraph("Closed on Monday")] },
    {
      type: "details",
      content: [{ type: "detailsSummary", content: [{ type: "text", text: "Parking" }] }, paragraph("Behind the hall")],
    },
  );
  expect(html.match(/<a href="\/storage[^"]+"><img/g)).toHaveLength(1);
  expect(html).toContain('role="note"');
  expect(html).toContain('data-callout="warning"');
  expect(html).toMatch(
    /<details class="[^"]+"><summary class="[^"]+">Parking<\/summary><p>Behind the hall<\/p><\/details>/,
  );
});

test("a file is a download of this site with its name", () => {
  const src = "/storage/v1/object/authenticated/text-files/m/1/form.pdf";
  const html = draw({ type: "file", attrs: { src, name: "Đơn & tờ.pdf", size: 1_240_000 } });
  expect(html).toContain('href="/text-files/m/1/form.pdf?download=%C4%90%C6%A1n%20%26%20t%E1%BB%9D.pdf"');
  expect(html).toMatch(/1\.2.MB/);
});

test("colours are tokens of the theme", () => {
  const html = draw(
    paragraph("a", { type: "textStyle", attrs: { color: "good" } }),
    paragraph("b", { type: "highlight", attrs: { color: "note-soft" } }),
  );
  expect(html).toContain('style="color:var(--good)"');
  expect(html).toContain("background:var(--note-soft)");
});
