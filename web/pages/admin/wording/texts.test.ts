import { expect, it } from "vitest";
import type { AdminWording } from "../../../generated/payloads";
import { findEntries, findMistake, listEntries, stateOf } from "./texts";

const ORIGINALS = {
  "nav.forum": "Forum",
  "book.places_one": "{{count}} place",
  "book.places_other": "{{count}} places",
};

function wording(key: string, text: string, original: string): AdminWording {
  return { lang: "en", key, text, original, changedAt: "2026-01-01T00:00:00Z", changedBy: null };
}

it("finds texts by every word, in the original, the wording and the key", () => {
  const entries = listEntries(ORIGINALS, [wording("nav.forum", "The square", "Forum")]);
  const keys = (query: string) => findEntries(entries, query).map(({ key }) => key);
  expect(keys("PLACES {{count}}")).toEqual(["book.places_other", "book.places_one"]);
  expect(keys("square")).toEqual(["nav.forum"]);
  expect(keys("nav.")).toEqual(["nav.forum"]);
  expect(keys("book")).toEqual(["book.places_one", "book.places_other"]);
  expect(keys("  ")).toEqual(["nav.forum"]);
});

it("says which wordings visitors do not see, or should be read again", () => {
  const wordings = [
    wording("nav.forum", "The square", "Forum"),
    wording("book.places_one", "{{count}} seat", "{{count}} space"),
    wording("book.places_other", "{{number}} seats", "{{number}} places"),
    wording("old.key", "Gone", "Was here"),
  ];
  const states = Object.fromEntries(listEntries(ORIGINALS, wordings).map((entry) => [entry.key, stateOf(entry)]));
  expect(states).toEqual({
    "old.key": "gone",
    "nav.forum": "own",
    "book.places_one": "outdated",
    "book.places_other": "mismatched",
  });
});

it("holds a wording to the values of its original", () => {
  expect(findMistake("{{count}} places for {{name}}", "{{name}}: {{ count }}")).toBeNull();
  expect(findMistake("{{count}} places", "places")).toBe("admin.wording.error.values");
  expect(findMistake("Forum", "{{count}} forums")).toBe("admin.wording.error.values");
  expect(findMistake("Forum", "  ")).toBe("admin.wording.error.empty");
  expect(findMistake("Forum", "up\u202eside")).toBe("admin.wording.error.characters");
});
