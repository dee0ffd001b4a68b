/** The colours that the editor offers, and how a pasted colour becomes one that can be stored. */

export const INKS = ["#c92a2a", "#d9480f", "#8a6d00", "#2b8a3e", "#0b7285", "#1864ab", "#5f3dc4", "#a61e4d", "#495057"];
export const WASHES = [
  "#ffec99",
  "#ffd8a8",
  "#ffc9c9",
  "#fcc2d7",
  "#d0bfff",
  "#a5d8ff",
  "#99e9f2",
  "#b2f2bb",
  "#dee2e6",
];

/** `rgb(201, 42, 42)` and `#C92A2A` as `#c92a2a`; null for what is no plain colour. */
export function toHex(colour: string): string | null {
  const line = colour.trim().toLowerCase();
  if (/^#([0-9a-f]{3}|[0-9a-f]{6})$/.test(line))
    return line.length === 7 ? line : `#${line.slice(1).replace(/./g, "$&$&")}`;
  const parts = /^rgba?\(\s*(\d{1,3})[,\s]+(\d{1,3})[,\s]+(\d{1,3})\s*\)$/.exec(line)?.slice(1).map(Number);
  if (!parts || parts.some((part) => part > 255)) return null;
  return `#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}
