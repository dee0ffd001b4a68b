import { expect, test } from "vitest";
import { fileName, keySafe } from "./names";

test.each([
  ["Khám bệnh Đợt 2.PDF", "kham-benh-dot-2.pdf"],
  ["社区诊所开放时间.docx", "file.docx"],
  ["诊所 clinic.tar.gz", "clinic-tar.gz"],
  [".htaccess", "htaccess"],
  ["file", "file"],
])("%s lies as %s", (name, key) => expect(keySafe(name)).toBe(key));

test("what misleads is taken out of a name, its script stays", () => {
  expect(fileName("社区/诊所\u202egnp.exe")).toBe("社区 诊所 gnp.exe");
  expect(fileName("\u0000")).toBe("file");
  expect([...fileName("a".repeat(500))]).toHaveLength(180);
});
