import { expect, it } from "vitest";
import { payloadAddress } from "./payloadLoader";

it.each([
  ["http://h/en", "/en/_payload.json"],
  ["http://h/en/", "/en/_payload.json"],
  ["http://h/vi/forum/hoi-dap?after=abc", "/vi/forum/hoi-dap/_payload.json?after=abc"],
])("%s has its payload at %s", (page, payload) => {
  expect(payloadAddress(new URL(page))).toBe(payload);
});
