import { expect, test } from "vitest";
import { fixedSource, IN_TEXT, setStorageHost, sizeOf, sourceOf, toStored, urlOf } from "./pictures";

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

test("pictures are requested from the backend, if it is on another host", () => {
  setStorageHost("https://backend.example");
  expect(sourceOf(ours, IN_TEXT).src).toBe(`https://backend.example${drawn}?width=1400`);
  expect(urlOf(ours)).toBe(`https://backend.example${ours}`);
  expect(toStored(`https://backend.example${ours}`)).toBe(ours);
  expect(toStored(`https://a.b${ours}`)).toBe(`https://a.b${ours}`);
  expect(urlOf("/demo/door.svg")).toBe("/demo/door.svg");
  setStorageHost("");
  expect(urlOf(ours)).toBe(ours);
});

test("pictures in texts of the forum are requested from the site, which reads the session", () => {
  const stored = "/storage/v1/object/authenticated/text-pictures/a/b_1200x800.webp";
  setStorageHost("https://backend.example");
  expect(urlOf(stored)).toBe("/pictures/a/b_1200x800.webp");
  expect(sourceOf(stored, IN_TEXT).src).toBe("/pictures/a/b_1200x800.webp?width=1400");
  expect(sizeOf(stored)).toEqual({ width: 1200, height: 800 });
  setStorageHost("");
  expect(toStored("/pictures/a/b_1200x800.webp?width=1400")).toBe(stored);
});

test("files of the site are shown as they are, pictures on other hosts never", () => {
  const file = "/storage/v1/object/public/files/a.png";
  expect(sourceOf(file, IN_TEXT)).toEqual({ src: file });
  const elsewhere = [
    "https://a.b/c.png",
    `https://a.b${ours}`,
    "//a.b/c.png",
    "data:image/png;base64,",
    "javascript:1",
  ];
  for (const other of [...elsewhere, "/storage/v1/object/public/pictures/../../../x"]) {
    expect(sourceOf(other, IN_TEXT)).toEqual({ src: undefined });
    expect(fixedSource(other, 40)).toEqual({ src: undefined });
    expect(sizeOf(other)).toBeNull();
  }
});
