import { expect, test } from "vitest";
import { findForumMistakes, hasMistake, readForum, toDraft } from "./forumValues";

const empty = readForum(undefined);

test("a forum needs an address and one name", () => {
  expect(findForumMistakes(empty)).toEqual({
    slug: "admin.forums.error.slug",
    names: {},
    all: "admin.forums.error.name",
  });
  const named = { ...empty, slug: "help", texts: { ...empty.texts, vi: { name: "Giúp đỡ", description: "" } } };
  expect(hasMistake(findForumMistakes(named))).toBe(false);
  expect(toDraft("1", named).texts).toEqual({ vi: { name: "Giúp đỡ", description: "" } });
});

test("a description does not go without its name", () => {
  const texts = { ...empty.texts, en: { name: "Help", description: "" }, ms: { name: " ", description: "Bantuan" } };
  expect(findForumMistakes({ ...empty, slug: "help", texts }).names).toEqual({ ms: "admin.forums.error.nameForText" });
});
