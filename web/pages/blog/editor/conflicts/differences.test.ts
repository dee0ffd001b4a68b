import { expect, test } from "vitest";
import { differences } from "./differences";

const shown = (theirs: string[], yours: string[]) =>
  differences(theirs, yours).map(({ side, text }) => `${side === "theirs" ? "-" : "+"}${text}`);

test("what both have is left out, in order", () => {
  expect(shown(["a", "b", "c"], ["a", "b", "c"])).toEqual([]);
  expect(shown(["a", "b", "c"], ["a", "x", "c"])).toEqual(["-b", "+x"]);
  expect(shown(["a", "c"], ["a", "b", "c"])).toEqual(["+b"]);
  expect(shown(["a", "b"], [])).toEqual(["-a", "-b"]);
  expect(shown([], ["a"])).toEqual(["+a"]);
  expect(shown(["a", "a", "b"], ["a", "b", "b"])).toEqual(["-a", "+b"]);
});
