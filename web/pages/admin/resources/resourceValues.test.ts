import { expect, test } from "vitest";
import {
  changeScope,
  findLeftBehind,
  findResourceMistakes,
  hasMistake,
  readAddress,
  readResource,
  toSave,
} from "./resourceValues";

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

const SAVED = { categoryId: "c", kind: "document", isPublished: true, groupId: null, version: 1, id: "r" } as const;
const file = (language: "en" | "zh" | "ms", olderThan: "en" | null = null) => ({
  language,
  url: `/${language}.pdf`,
  replacedAt: "2026-05-03T00:00:00Z",
  olderThan,
  olderSince: olderThan && "2026-05-03T00:00:00Z",
});

test("each language is sent with its own file, and one at least is needed", () => {
  const values = { ...readResource(undefined, "c"), isForAll: false };
  expect(findResourceMistakes(values, ["ms", "vi"]).files).toEqual({ ms: "admin.resources.error.noFile" });
  values.files.zh = "example.org/zh.pdf";
  expect(findResourceMistakes(values).files).toEqual({});
  expect(toSave("id", 0, values).resource.files).toEqual([{ language: "zh", url: "https://example.org/zh.pdf" }]);
  values.files.en = "two words";
  expect(findResourceMistakes(values).files).toEqual({ en: "admin.resources.error.url" });
});

test("a replaced file leaves the others behind, one that catches up does not", () => {
  const resource = { ...SAVED, texts: [], files: [file("en"), file("zh"), file("ms", "en")] };
  const values = readResource(resource, "c");
  expect(findLeftBehind(resource, values)).toEqual([]);
  expect(findLeftBehind(resource, { ...values, files: { ...values.files, ms: "/new.pdf" } })).toEqual([]);
  expect(findLeftBehind(resource, { ...values, files: { ...values.files, en: "/new.pdf" } })).toEqual(["zh", "ms"]);
});

test("the address goes along when the languages get one each, and back", () => {
  const values = { ...readResource(undefined, "c"), url: "/a.pdf" };
  const each = { ...values, ...changeScope(values, false, "vi") };
  expect(each.files.vi).toBe("/a.pdf");
  expect(changeScope({ ...each, url: "" }, true, "zh").url).toBe("/a.pdf");
});

test("a description needs its title", () => {
  const values = readResource(undefined, "c");
  values.texts.zh.description = "说明";
  expect(findResourceMistakes(values).names.zh).toBe("admin.resources.error.titleForText");
});
