import { expect, test } from "vitest";
import { fixedSource, IN_TEXT, sizeOf, sourceOf } from "./pictures";

const ours = "/storage/v1/object/public/pictures/a/b_1200x800.webp";
const drawn = "/storage/v1/render/image/public/pictures/a/b_1200x800.webp";

test("ours come in widths up to their own", () => {
  expect(sizeOf(ours)).toEqual({ width: 1200, height: 800 });
  const { src, srcSet } = sourceOf(ours, IN_TEXT);
  expect(src).toBe(`${drawn}?width=1400`);
  expect(srcSet?.split(", ")).toEqual([400, 700, 1000, 1400].map((width) => `${drawn}?width=${width} ${width}w`));
  expect(sourceOf(ours, { widths: [320], ratio: 0.5, sizes: "1px" }).src).toBe(`${drawn}?width=320&height=160`);
  expect(fixedSource(ours, 40).srcSet).toBe(`${drawn}?width=40&height=40 1x, ${drawn}?width=80&height=80 2x`);
});

test("another backend's, and pictures from elsewhere", () => {
  expect(sourceOf(`https://a.b${ours}`, IN_TEXT).src).toBe(`https://a.b${drawn}?width=1400`);
  for (const other of ["https://a.b/c.png", "/storage/v1/object/public/files/a.png", `https://a.b/x${ours}`]) {
    expect(sourceOf(other, IN_TEXT)).toEqual({ src: other });
    expect(sizeOf(other)).toBeNull();
  }
});
