/** The appearance that is being chosen, and how a document takes it on. */
import type { AdminAppearancePayload } from "../../../generated/payloads";

export type Look = Pick<
  AdminAppearancePayload,
  "preset" | "accent" | "fontPair" | "logoUrl" | "coverUrl" | "coverFocusX" | "coverFocusY"
>;

export function lookOf(data: AdminAppearancePayload): Look {
  const { preset, accent, fontPair, logoUrl, coverUrl, coverFocusX, coverFocusY } = data;
  return { preset, accent, fontPair, logoUrl, coverUrl, coverFocusX, coverFocusY };
}

export function isSameLook(one: Look, other: Look): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

/** Sets what the server writes into a document (balai/site/appearance/style.py), with the present choice. */
export function dress(root: HTMLElement, { preset, accent, fontPair }: Look): void {
  root.dataset.preset = preset;
  root.dataset.fonts = fontPair;
  root.ownerDocument.getElementById("appearance")?.remove();
  if (accent) root.style.setProperty("--seed", accent);
  else root.style.removeProperty("--seed");
}

/** The address of a page with the pictures of the choice, for a frame (balai/site/appearance/preview.py). */
export function previewPath(path: string, { logoUrl, coverUrl, coverFocusX, coverFocusY }: Look): string {
  const pictures = { logo: logoUrl ?? "", cover: coverUrl ?? "", x: String(coverFocusX), y: String(coverFocusY) };
  return `${path}?${new URLSearchParams({ preview: "1", ...pictures })}`;
}
