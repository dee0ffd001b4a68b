/**
 * Mantine's theme, from the same variables as everything else: it holds names only, and tokens.css the values. Mantine
 * wants a scale of ten for its primary colour; ours has one strong and one soft tone, which the variables below give.
 */
import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from "@mantine/core";

const accent = Array.from({ length: 10 }, (_, shade) =>
  shade < 3 ? "var(--accent-soft)" : shade < 8 ? "var(--accent)" : "var(--accent-strong)",
) as unknown as MantineColorsTuple;

export const mantineTheme = createTheme({
  primaryColor: "accent",
  colors: { accent },
  fontFamily: "inherit",
  fontFamilyMonospace: "var(--font-code)",
  headings: { fontFamily: "var(--font-head)", fontWeight: "var(--weight-heading)" },
  defaultRadius: "var(--radius-s)",
  // Mantine measures lightness to choose black or white text, which it cannot do with a variable.
  autoContrast: false,
  respectReducedMotion: true,
  fontSizes: {
    xs: "var(--size-xs)",
    sm: "var(--size-s)",
    md: "var(--size-m)",
    lg: "var(--size-l)",
    xl: "var(--size-xl)",
  },
  radius: {
    xs: "var(--radius-s)",
    sm: "var(--radius-s)",
    md: "var(--radius-s)",
    lg: "var(--radius-m)",
    xl: "var(--radius-l)",
  },
  shadows: {
    xs: "var(--shadow-1)",
    sm: "var(--shadow-1)",
    md: "var(--shadow-2)",
    lg: "var(--shadow-3)",
    xl: "var(--shadow-3)",
  },
});

const shared = {
  "--mantine-color-body": "var(--surface)",
  "--mantine-color-text": "var(--text)",
  "--mantine-color-dimmed": "var(--text-soft)",
  "--mantine-color-default": "var(--surface)",
  "--mantine-color-default-hover": "var(--sunken)",
  "--mantine-color-default-color": "var(--text)",
  "--mantine-color-default-border": "var(--line-strong)",
  "--mantine-color-placeholder": "var(--text-soft)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-primary-color-filled": "var(--accent)",
  "--mantine-primary-color-filled-hover": "var(--accent-strong)",
  "--mantine-primary-color-light": "var(--accent-soft)",
  "--mantine-primary-color-light-hover": "var(--accent-soft)",
  "--mantine-primary-color-light-color": "var(--accent)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
  "--mantine-color-accent-filled": "var(--accent)",
  "--mantine-color-accent-filled-hover": "var(--accent-strong)",
  "--mantine-color-accent-light": "var(--accent-soft)",
  "--mantine-color-accent-light-hover": "var(--accent-soft)",
  "--mantine-color-accent-light-color": "var(--accent)",
  "--mantine-color-accent-outline": "var(--accent)",
  "--mantine-color-white": "var(--on-accent)",
  // Colours of fields and checkboxes, in light and in dark.
  "--mantine-color-gray-4": "var(--line-strong)",
  "--mantine-color-dark-4": "var(--line-strong)",
  "--mantine-color-dark-6": "var(--surface)",
};

export const mantineVariables: CSSVariablesResolver = () => ({ variables: shared, light: shared, dark: shared });
