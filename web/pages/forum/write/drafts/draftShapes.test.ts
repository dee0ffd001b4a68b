import { expect, test } from "vitest";
import { isPostText, isReplyText } from "./draftShapes";

const body = { type: "doc", content: [] };

test("what was kept comes back", () => {
  expect(isReplyText({ id: "1", body, quotedReplyId: null, language: "vi" })).toBe(true);
  expect(isPostText({ id: "1", title: "", body, language: null })).toBe(true);
});

test.each([
  null,
  "text",
  { id: "1" },
  { id: 1, body, title: "", language: null },
  { id: "1", title: "", body: {}, language: null },
])("%j is not a draft of ours", (value) => {
  expect(isReplyText(value)).toBe(false);
  expect(isPostText(value)).toBe(false);
});
