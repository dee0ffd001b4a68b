import { expect, it } from "vitest";
import { findLang, inLanguage } from "./page";

it("reads the language of a path from its prefix", () => {
  expect(["/en", "/zh/blog", "/de/blog", "/", "/enough"].map(findLang)).toEqual(["en", "zh", null, null, null]);
});

it("puts a path under another prefix", () => {
  expect(inLanguage("/en/blog/en", "vi")).toBe("/vi/blog/en");
  expect(inLanguage("/en", "zh")).toBe("/zh");
  expect(inLanguage("/enough", "zh")).toBe("/enough");
});
