import { expect, test } from "vitest";
import { findResourceMistakes, hasMistake, readAddress, readResource, toSave } from "./resourceValues";

test.each([
  ["+60 4-000 0100", "tel:+6040000100"],
  ["999", "tel:999"],
  ["safe@example.org", "mailto:safe@example.org"],
  ["www.example.org/a", "https://www.example.org/a"],
  ["example.org", "https://example.org"],
  [" https://example.org/a?b=1 ", "https://example.org/a?b=1"],
  ["/en/forum", "/en/forum"],
])("%s is the address %s", (typed, address) => {
  expect(readAddress(typed)).toBe(address);
});

test.each(["", "javascript:alert(1)", "//evil.example", "ftp://example.org", "two words"])("%s is refused", (url) => {
  expect(findResourceMistakes({ ...readResource(undefined, "c"), url }).url).not.toBeNull();
});

test("one title is enough, and only its language is sent", () => {
  const values = readResource(undefined, "c");
  values.url = "https://example.org";
  expect(findResourceMistakes(values).all).toBe("admin.resources.error.title");
  values.texts.vi.name = "Lịch tiêm chủng";
  expect(hasMistake(findResourceMistakes(values))).toBe(false);
  expect(toSave("id", 0, values).texts).toEqual({ vi: { title: "Lịch tiêm chủng", description: "" } });
});

test("a description needs its title", () => {
  const values = readResource(undefined, "c");
  values.texts.zh.description = "说明";
  expect(findResourceMistakes(values).names.zh).toBe("admin.resources.error.titleForText");
});
