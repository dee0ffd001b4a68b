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

test("pictures come over https or from this site", () => {
  expect(isImageAddress("https://a.b/c.png")).toBe(true);
  expect(isImageAddress("/media/c.png")).toBe(true);
  expect(isImageAddress("http://a.b/c.png")).toBe(false);
  expect(isImageAddress("mailto:a@b.c")).toBe(false);
  expect(isRichTextImage("/storage/v1/object/public/a.png")).toBe(true);
  expect(isRichTextImage("/auth/v1/logout")).toBe(false);
});

test("what people type becomes whole", () => {
  expect(toLinkAddress(" balai.org/vi ")).toBe("https://balai.org/vi");
  expect(toLinkAddress("mai@balai.org")).toBe("mailto:mai@balai.org");
  expect(toLinkAddress("/en/about")).toBe("/en/about");
  expect(toLinkAddress("javascript:alert(1)")).toBeNull();
  expect(toLinkAddress("hello")).toBeNull();
});
