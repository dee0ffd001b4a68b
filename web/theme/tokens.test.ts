import { describe, expect, it } from "vitest";
import base from "./base.css?raw";
import css from "./tokens.css?raw";

function block(selector: string): Map<string, string> {
  const start = css.indexOf(`${selector} {`);
  const inside = css.slice(css.indexOf("{", start) + 1, css.indexOf("}", start));
  const declarations = inside.split(";").map((line) => line.trim().split(/:\s+/));
  return new Map(declarations.filter((pair) => pair.length === 2).map(([name = "", value = ""]) => [name, value]));
}

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const light = block(":root");
const dark = block(':root[data-scheme="dark"]');

it("gives a reader who chose dark the same colours as one whose system is dark", () => {
  expect([...dark]).toEqual([...block(':root:not([data-scheme="light"])')]);
});

it("writes marked words in the colour that is readable on their ground", () => {
  expect(/\nmark \{[^}]*\bcolor: var\(--text\);[^}]*background: var\(--mark\);/.test(base)).toBe(true);
});

describe.each([
  ["light", light],
  ["dark", dark],
])("in %s", (_name, colours) => {
  const of = (name: string) => colours.get(`--${name}`) ?? "";

  it.each([
    ["text", "page"],
    ["text", "surface"],
    ["text", "sunken"],
    ["text-soft", "page"],
    ["text-soft", "surface"],
    ["text-soft", "sunken"],
    ["accent", "page"],
    ["accent", "surface"],
    ["accent", "sunken"],
    ["accent", "accent-soft"],
    ["on-accent", "accent"],
    ["on-accent", "accent-strong"],
    ["warm", "warm-soft"],
    ["good", "good-soft"],
    ["bad", "bad-soft"],
    ["bad", "page"],
    ["bad", "surface"],
    ["note", "note-soft"],
    ["text", "mark"],
  ])("%s is readable on %s", (ink, ground) => {
    expect(contrast(of(ink), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it.each(["page", "surface"])("the border of a control is visible on %s", (ground) => {
    expect(contrast(of("line-strong"), of(ground))).toBeGreaterThanOrEqual(3);
  });
});
