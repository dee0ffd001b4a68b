/**
 * The contrast of every pair of tokens that is used as text on ground, in every preset, for 24 hues of the accent colour at
 * three chromas, in light and in dark. The colours are computed from the style sheet itself, as a browser computes them.
 * balai/tones.py computes the same for browsers that cannot: tests/test_tones.py takes the pairs from the same file.
 */
import { describe, expect, it } from "vitest";
import pairs from "../../tests/support/contrast_pairs.json";
import css from "./tokens.css?raw";

type Tokens = ReadonlyMap<string, string>;
type Three = [number, number, number];

const RELATIVE = css.slice(css.indexOf("@supports (color: oklch(from red l c h))"));
const PRESETS = ["teduh", "pagi", "senja"];
const HUES = Array.from({ length: 24 }, (_, place) => place * 15);
const CHROMAS = [0.02, 0.1, 0.25];

function block(text: string, opening: string): Tokens {
  const start = text.indexOf(opening);
  if (start < 0) throw new Error(`no ${opening}`);
  const inside = text.slice(text.indexOf("{", start) + 1, text.indexOf("}", start));
  return new Map([...inside.matchAll(/--([\w-]+):\s*([^;]+);/g)].map(([, name = "", value = ""]) => [name, value]));
}

const LIGHT: Tokens = new Map([...block(css, "\n:root {"), ...block(RELATIVE, "\n  :root,\n")]);
const DARK: Tokens = new Map([
  ...LIGHT,
  ...block(css, '\n  :root[data-scheme="dark"] {'),
  ...block(RELATIVE, '\n    :root[data-scheme="dark"],\n'),
]);
const HUED = css.slice(css.indexOf("@supports (color: oklch(0.5 0.1 180))"));

function under(scheme: Tokens, preset: string, accent?: string): Tokens {
  const chosen = accent ? ([["seed", accent]] as const) : [];
  return new Map([...scheme, ...block(css, `\n[data-preset="${preset}"] {`), ...chosen]);
}

/** The colour of a token in linear sRGB, in the 256 steps of a screen. */
function colourOf(tokens: Tokens, name: string): Three {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`--${name} is not set`);
  const other = /^var\(--([\w-]+)\)$/.exec(value);
  if (other) return colourOf(tokens, other[1] ?? "");
  if (value.startsWith("#")) return fromHex(value);
  const inside = value.slice("oklch(".length, -1);
  const seed = /^from var\(--([\w-]+)\) /.exec(inside);
  const from = seed ? toOklch(fromHex(tokens.get(seed[1] ?? "") ?? "")) : null;
  const named = { l: from?.[0] ?? 0, c: from?.[1] ?? 0, h: from?.[2] ?? 0 };
  const [lightness = 0, chroma = 0, hue = 0] = termsOf(inside.slice(seed?.[0].length ?? 0)).map((term) =>
    compute(term, tokens, named),
  );
  return toLinear(lightness, chroma, hue);
}

/** `0.46 min(c * 0.6, 0.06) h` has three terms. */
function termsOf(text: string): string[] {
  const terms: string[] = [];
  let depth = 0;
  for (const word of text.split(" ")) {
    if (depth > 0) terms[terms.length - 1] += ` ${word}`;
    else terms.push(word);
    depth += word.split("(").length - word.split(")").length;
  }
  return terms;
}

function compute(term: string, tokens: Tokens, named: Record<string, number>): number {
  const call = /^(min|calc)\((.*)\)$/.exec(term);
  if (call?.[1] === "min") return Math.min(...(call[2] ?? "").split(", ").map((part) => compute(part, tokens, named)));
  if (call) return compute(call[2] ?? "", tokens, named);
  const sum = /^(.+) ([+*]) (.+)$/.exec(term);
  if (sum) {
    const [left, right] = [compute(sum[1] ?? "", tokens, named), compute(sum[3] ?? "", tokens, named)];
    return sum[2] === "+" ? left + right : left * right;
  }
  const other = /^var\(--([\w-]+)(?:, \d+)?\)$/.exec(term);
  const number = other ? Number(tokens.get(other[1] ?? "")) : (named[term] ?? Number(term));
  if (Number.isNaN(number)) throw new Error(`not understood: ${term}`);
  return number;
}

function fromHex(hex: string): Three {
  return [1, 3, 5].map((at) => decode(Number.parseInt(hex.slice(at, at + 2), 16) / 255)) as Three;
}

function toOklch([r, g, b]: Three): Three {
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  const lightness = 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short;
  return [lightness, Math.hypot(x, y), (Math.atan2(y, x) * 180) / Math.PI];
}

function toLinear(lightness: number, chroma: number, hue: number): Three {
  const turn = (hue * Math.PI) / 180;
  const [x, y] = [chroma * Math.cos(turn), chroma * Math.sin(turn)];
  const long = (lightness + 0.3963377774 * x + 0.2158037573 * y) ** 3;
  const medium = (lightness - 0.1055613458 * x - 0.0638541728 * y) ** 3;
  const short = (lightness - 0.0894841775 * x - 1.291485548 * y) ** 3;
  const channels = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  return channels.map((channel) => decode(Math.round(255 * encode(Math.min(1, Math.max(0, channel)))) / 255)) as Three;
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
}

function hexOf(colour: Three): string {
  return `#${colour
    .map((channel) =>
      Math.round(255 * encode(channel))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

function contrast(one: Three, other: Three): number {
  const [low = 0, high = 0] = [one, other]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

const ACCENTS = HUES.flatMap((hue) => CHROMAS.map((chroma) => hexOf(toLinear(0.55, chroma, hue))));

describe.each([
  ["light", LIGHT],
  ["dark", DARK],
])("in %s", (_scheme, tokens) => {
  describe.each(PRESETS)("with the preset %s", (preset) => {
    it.each(pairs as [string, string, number][])("%s on %s has %d for every accent", (ink, ground, least) => {
      const found = [undefined, ...ACCENTS].map((accent) => {
        const chosen = under(tokens, preset, accent);
        return { accent, contrast: contrast(colourOf(chosen, ink), colourOf(chosen, ground)) };
      });
      expect(found.filter((one) => one.contrast < least)).toEqual([]);
    });
  });
});

describe.each([
  ["light", block(HUED, "\n  .hued {")],
  ["dark", block(HUED, '\n    :root[data-scheme="dark"] .hued {')],
])("initials in %s", (_scheme, hued) => {
  it.each(HUES)("are readable on the hue %d", (hue) => {
    const tokens = new Map([...hued, ["hue", String(hue)]]);
    expect(contrast(colourOf(tokens, "hue-ink"), colourOf(tokens, "hue-soft"))).toBeGreaterThanOrEqual(4.5);
  });
});

it("has the same dark values for a system that is dark and a reader who chose it", () => {
  const system = block(RELATIVE, '\n    :root:not([data-scheme="light"]),\n');
  expect([...block(RELATIVE, '\n    :root[data-scheme="dark"],\n')]).toEqual([...system]);
});

describe.each([
  ["light", "\n:root {", LIGHT],
  ["dark", '\n  :root[data-scheme="dark"] {', DARK],
])("for browsers without relative colours, in %s", (_scheme, opening, tokens) => {
  const plain = [...block(css, opening)].filter(([name, value]) => value.startsWith("#") && tokens.get(name) !== value);
  // The tiles of the drawing are chosen by eye.
  it.each(plain.filter(([name]) => !name.startsWith("tile-")))("--%s is %s", (name, value) => {
    expect(hexOf(colourOf(under(tokens, "teduh"), name))).toBe(value);
  });
});
