/** Colours, sizes of type and shadows stand in this folder alone: everything else takes them from the tokens. */
import { expect, it } from "vitest";

const sheets = import.meta.glob<string>(["../**/*.css", "!../node_modules/**", "!../theme/**"], {
  query: "?raw",
  import: "default",
  eager: true,
});
const modules = import.meta.glob<string>(["../**/*.tsx", "!../node_modules/**", "!../theme/**", "!../**/*.test.tsx"], {
  query: "?raw",
  import: "default",
  eager: true,
});

const COLOUR = /#(?:[0-9a-f]{3,4}){1,2}\b|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(\s*[\d.]/gi;
const NAMED =
  /\b(?:white|black|gray|grey|silver|red|green|blue|yellow|orange|purple|pink|brown|teal|navy|gold|lime)\b/gi;
/** Allowed values of `font-size:`: a token, a size relative to the text around it, or nothing of its own. */
const SIZE = /^(?:var\(--size-[\w-]+\)|inherit|[\d.]+(?:em|%)|0|min\(var\(--size-[\w-]+\), [\d.]+vw\))$/;
/** A ring is a border that takes no room; all other shadows are tokens. */
const SHADOW =
  /^(?:none|var\(--(?:shadow-\d|panel-edge)\)|(?:inset )?0 0 0 [\d.]+(?:px|rem) var\(--[\w-]+(?:, var\(--[\w-]+\))?\))$/;

/** Declarations of a style sheet without its comments: property, value, line. */
function* declarations(sheet: string) {
  const text = sheet.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, " "));
  for (const found of text.matchAll(/([\w-]+)\s*:\s*([^;{}]+);/g)) {
    const [, property = "", value = ""] = found;
    yield {
      property,
      value: value.replaceAll(/\s+/g, " ").trim(),
      line: text.slice(0, found.index).split("\n").length,
    };
  }
}

/** The parts of a list at its top level: `a, b(c, d)` has two. */
function partsOf(value: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const character of value) {
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (character === "," && depth === 0) parts.push("");
    else parts[parts.length - 1] += character;
  }
  return parts.map((part) => part.trim());
}

function faultOf(property: string, value: string): string | null {
  const bare = value.replaceAll(/url\([^)]*\)|"[^"]*"/g, "").replaceAll(/--[\w-]+/g, "");
  if (
    COLOUR.test(bare) ||
    (!property.startsWith("--") &&
      /color|background|border|outline|fill|stroke|shadow/.test(property) &&
      NAMED.test(bare))
  )
    return "a colour";
  if (property === "font-size" && !SIZE.test(value)) return "a size of type";
  if (property === "font" && /\d(?:px|rem)/.test(value)) return "a size of type";
  if (/^(?:box|text)-shadow$/.test(property) && !partsOf(value).every((part) => SHADOW.test(part))) return "a shadow";
  return /drop-shadow\((?!var\()/.test(value) ? "a shadow" : null;
}

it("has no colour, size of type or shadow of its own in a style sheet", () => {
  const found = Object.entries(sheets).flatMap(([file, sheet]) =>
    [...declarations(sheet)].flatMap(({ property, value, line }) => {
      COLOUR.lastIndex = 0;
      NAMED.lastIndex = 0;
      const fault = faultOf(property, value);
      return fault ? [`${file}:${line}: ${fault}: ${property}: ${value}`] : [];
    }),
  );
  expect(found).toEqual([]);
});

it("has no colour of its own in a component", () => {
  const found = Object.entries(modules).flatMap(([file, text]) =>
    [
      ...text.matchAll(
        /(?:color|background|fill|stroke)["']?\s*[:=]\s*["'{]+(#[0-9a-f]{3,8}|(?:rgb|hsl|oklch)[^"']*)/gi,
      ),
    ].map((match) => `${file}: ${match[1]}`),
  );
  expect(found).toEqual([]);
});

it("finds what it looks for", () => {
  expect(Object.keys(sheets).length).toBeGreaterThan(40);
  expect(faultOf("color", "#fff")).toBe("a colour");
});
