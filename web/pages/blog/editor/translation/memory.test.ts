import { expect, test } from "vitest";
import { beginWith, knownPassages, untouched } from "./memory";

const block = (text: string) => ({ type: "paragraph", content: [{ type: "text", text }] });
const body = (...texts: string[]) => ({ type: "doc", content: texts.map(block) });

test("known blocks stand at their places, with gaps for the others", () => {
  expect(beginWith(body("One", "Two", "Three"), [])).toBeNull();
  expect(beginWith(body("One", "Two", "Three"), [{ place: 1, block: block("Hai") }])).toEqual({
    body: { type: "doc", content: [{ type: "paragraph" }, block("Hai"), { type: "paragraph" }] },
    suggested: [block("Hai")],
  });
});

test("a block that was edited or removed is no suggestion any more", () => {
  const suggested = [block("Một"), block("Hai"), block("Ba")];
  expect(untouched(suggested, body("Một", "Hai!"))).toEqual(["Một"]);
});

test("only new blocks of an original are offered to a translation that exists", () => {
  const suggestions = [
    { place: 0, block: block("Một") },
    { place: 1, block: block("Hai") },
    { place: 9, block: block("Chín") },
  ];
  expect(knownPassages(suggestions, body("One"), body("One", "Two"))).toEqual([{ place: 1, block: block("Hai") }]);
});
