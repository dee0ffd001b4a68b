import { expect, it } from "vitest";
import base from "./base.css?raw";
import css from "./tokens.css?raw";

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const inside = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  const declarations = inside.split(";").map((line) => line.trim().split(/:\s+/));
  return new Map(declarations.filter((pair) => pair.length === 2).map(([name = "", value = ""]) => [name, value]));
}

const dark = block(':root[data-scheme="dark"]');

it("gives a reader who chose dark the same colours as one whose system is dark", () => {
  expect([...dark]).toEqual([...block(':root:not([data-scheme="light"])')]);
});

it("writes marked words in the colour that is readable on their ground", () => {
  expect(/\nmark \{[^}]*\bcolor: var\(--text\);[^}]*background: var\(--mark\);/.test(base)).toBe(true);
});
