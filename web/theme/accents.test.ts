import { expect, it } from "vitest";
import cases from "../../tests/support/accents.json";
import { contrastOf, PRESETS } from "./accents";
import css from "./tokens.css?raw";

it.each(Object.entries(PRESETS))("knows what the preset %s sets", (name, { seed, hue, chroma }) => {
  const start = css.indexOf(`\n[data-preset="${name}"] {`);
  const block = css.slice(start, css.indexOf("}", start));
  expect(block).toContain(`--seed: ${seed};`);
  expect(block).toContain(`--ground-h: ${hue};`);
  expect(block).toContain(`--ground-c: ${chroma};`);
});

// balai/tones.py is held to the same cases by tests/test_tones.py.
it.each(cases as [keyof typeof PRESETS, string | null, number, number][])(
  "computes the contrast of %s with %s",
  (preset, accent, light, dark) => {
    const contrast = contrastOf(preset, accent);
    expect(contrast.light).toBeCloseTo(light, 2);
    expect(contrast.dark).toBeCloseTo(dark, 2);
  },
);
