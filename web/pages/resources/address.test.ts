import { expect, test } from "vitest";
import { shortAddress, typeOfFile } from "./address";

test.each([
  ["https://www.example.org/forms/a.pdf?x=1", "example.org"],
  ["http://example.org:8080", "example.org:8080"],
  ["https://bank.example@evil.example/login", "evil.example"],
  ["tel:+60400000100", "+60400000100"],
  ["mailto:safe@example.org?subject=help", "safe@example.org"],
  ["/storage/v1/object/public/papers/plan.pdf", ""],
])("%s leads to %s", (address, name) => {
  expect(shortAddress(address)).toBe(name);
});

test.each([
  ["/storage/v1/object/public/files/a/b.pdf?download=x.doc", "PDF"],
  ["/member-files/a/b.docx", "DOCX"],
  ["/storage/v1/object/public/files/a/b", null],
  ["https://example.org/a.pdf", null],
])("%s is of type %s", (address, type) => {
  expect(typeOfFile(address)).toBe(type);
});
