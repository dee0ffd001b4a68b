/** Accent colours that the administration offers by name, and where the contrast of any of them is computed. */
import type { PageSettings } from "../lib/page";

export const ACCENTS = [
  ["teal", "#0f6b5c"],
  ["sea", "#1f5fa6"],
  ["mangosteen", "#8d2f5b"],
  ["clay", "#b3461c"],
  ["turmeric", "#7a6a12"],
  ["pandan", "#3f6f2a"],
  ["dusk", "#5b4aa8"],
] as const;

/** Values of a preset in tokens.css: its own accent, hue and chroma of the ground. accents.test.ts compares them. */
export const PRESETS = {
  teduh: { seed: "#0f6b5c", hue: 88, chroma: 0.008 },
  pagi: { seed: "#1f5fa6", hue: 240, chroma: 0.005 },
  senja: { seed: "#8d2f5b", hue: 55, chroma: 0.012 },
} as const satisfies Record<PageSettings["preset"], { seed: string; hue: number; chroma: number }>;

/** Contrast of the accent on the page in both schemes, from 1 to 21 (WCAG 2.2, 1.4.3), as tokens.css derives the two. */
export function contrastOf(preset: PageSettings["preset"], accent: string | null): { light: number; dark: number } {
  const { seed, hue, chroma } = PRESETS[preset];
  const own = toOklch(accent ?? seed);
  const tone = (lightness: number, cap: number) => toLinear(lightness, Math.min(own.chroma, cap), own.hue);
  return {
    light: ratio(tone(0.46, 0.125), toLinear(0.981, chroma, hue)),
    dark: ratio(tone(0.8, 0.1), toLinear(0.214, 0.009, hue + 40)),
  };
}

type Three = [number, number, number];

/** Chroma, and hue in radians turned into degrees, of a colour written as `#rrggbb` (matrices of OKLab, CSS Color 4). */
function toOklch(colour: string): { chroma: number; hue: number } {
  const [r, g, b] = [1, 3, 5].map((at) => decode(Number.parseInt(colour.slice(at, at + 2), 16) / 255)) as Three;
  const long = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const medium = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const short = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  const x = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const y = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return { chroma: Math.hypot(x, y), hue: (Math.atan2(y, x) * 180) / Math.PI };
}

/** Linear red, green and blue as a screen shows them: in 256 steps, clipped to sRGB. */
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

function ratio(one: Three, other: Three): number {
  const [low = 0, high = 0] = [one, other]
    .map(([r, g, b]) => 0.2126 * r + 0.7152 * g + 0.0722 * b)
    .sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function decode(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function encode(channel: number): number {
  return channel <= 0.0031308 ? 12.92 * channel : 1.055 * channel ** (1 / 2.4) - 0.055;
}
