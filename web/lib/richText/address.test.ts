import { expect, test } from "vitest";
import { isImageAddress, isLinkAddress, isRichTextImage, toLinkAddress } from "./address";

test.each(["https://a.b", "http://a.b/c?d=é", "HTTPS://a.b", "mailto:a@b.c", "tel:+60123", "/vi/forum", "/"])(
  "%j is a link",
  (address) => expect(isLinkAddress(address)).toBe(true),
);

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt:alert(1)",
  " javascript:1",
  "java\tscript:1",
  "data:text/html,x",
  "//evil.example",
  "/\\evil.example",
  "/\t/evil.example",
  "https:///x",
  "x",
  "",
  "#",
  "https://a.b/\u202egnp",
])("%j is refused", (address) => expect(isLinkAddress(address)).toBe(false));

test("pictures come from this site", () => {
  expect(isImageAddress("/media/c.png")).toBe(true);
  expect(isRichTextImage("/storage/v1/object/public/pictures/a/b..c.png")).toBe(true);
  expect(isRichTextImage("/media/c.png")).toBe(false);
  expect(isRichTextImage("/auth/v1/logout")).toBe(false);
});

test.each([
  "https://a.b/c.png",
  "HTTPS://a.b/c.png",
  "http://a.b/c.png",
  "//a.b/c.png",
  "/\\a.b/c.png",
  "/\t/a.b/c.png",
  " https://a.b/c.png",
  "data:image/svg+xml,x",
  "blob:https://a.b/x",
  "mailto:a@b.c",
  "/storage/../auth/v1/authorize",
  "/storage/v1/../../auth/v1/authorize?provider=x",
  "/storage/v1/%2e%2E/x",
  "/storage/v1/..%2fx",
  "/storage/v1/..",
  "/storage/v1/x/..?a",
])("%j is no picture", (address) => {
  expect(isImageAddress(address)).toBe(false);
  expect(isRichTextImage(address)).toBe(false);
});

test("what people type becomes whole", () => {
  expect(toLinkAddress(" balai.org/vi ")).toBe("https://balai.org/vi");
  expect(toLinkAddress("mai@balai.org")).toBe("mailto:mai@balai.org");
  expect(toLinkAddress("/en/about")).toBe("/en/about");
  expect(toLinkAddress("javascript:alert(1)")).toBeNull();
  expect(toLinkAddress("hello")).toBeNull();
});
