import { expect, test } from "vitest";
import { isMemberFile, nameOfFile } from "./memberFiles";

const name = encodeURIComponent("诊所 lịch khám.pdf");

test("what a file is called, in any script", () => {
  expect(nameOfFile(`/storage/v1/object/public/files/1/lich.pdf?download=${name}`)).toBe("诊所 lịch khám.pdf");
  expect(nameOfFile(`/member-files/1/lich.pdf?download=${name}`)).toBe("诊所 lịch khám.pdf");
  expect(nameOfFile("https://example.org/a.pdf?download=b")).toBeNull();
  expect(isMemberFile("/member-files/1/a.pdf")).toBe(true);
  expect(isMemberFile("/storage/v1/object/public/files/1/a.pdf")).toBe(false);
});
