import type { Lang } from "../page";

const UNITS = ["kilobyte", "megabyte", "gigabyte"] as const;

/** A file's size as a reader weighs it: "340 kB", "1.2 MB". */
export function formatSize(lang: Lang, bytes: number): string {
  let value = Math.max(bytes, 1) / 1000;
  let unit = 0;
  while (value >= 1000 && unit < UNITS.length - 1) {
    value /= 1000;
    unit += 1;
  }
  const maximumFractionDigits = value < 10 && unit > 0 ? 1 : 0;
  return new Intl.NumberFormat(lang, {
    style: "unit",
    unit: UNITS[unit],
    unitDisplay: "short",
    maximumFractionDigits,
  }).format(Math.max(value, 1));
}
