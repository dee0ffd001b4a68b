/**
 * Pictures in the size that a screen needs. Uploads are offered in a few widths, as AVIF or WebP if the browser supports
 * it. Nothing but files of this site is shown.
 */
import { isImageAddress } from "../richText/address";

const OURS = /^\/storage\/v1\/object\/(?:public\/pictures|authenticated\/text-pictures)\/([^?#]+)$/;
/** Pictures in texts of the forum and in articles: the site reads them with the visitor's rights, and an `img` sends no token elsewhere. */
const TEXTS = "/storage/v1/object/authenticated/text-pictures/";
const SHOWN = "/pictures/";
const FILES = "/storage/v1/object/authenticated/text-files/";
const SENT = "/text-files/";
// The name of an upload ends with its size: layout needs no request.
const SIZE = /_(\d{1,5})x(\d{1,5})\.\w+$/;

interface Shape {
  /** Widths to choose from, in pixels of the picture. */
  widths: readonly number[];
  /** Height over width, where the picture is cut to a shape. */
  ratio?: number;
  /** How wide it stands on the page, as the attribute `sizes` says it. */
  sizes: string;
}

interface Source {
  src?: string;
  srcSet?: string;
  sizes?: string;
}

export const COVER: Shape = {
  widths: [480, 800, 1200, 1600],
  ratio: 5 / 8,
  sizes: "(min-width: 56rem) 41rem, 100vw",
};
/** Of an article: cut by the page, to 2:1 on wide screens. */
export const HERO: Shape = {
  widths: [480, 800, 1200, 1600, 2400],
  ratio: 5 / 8,
  sizes: "(min-width: 80rem) 80rem, 100vw",
};
export const CARD: Shape = { widths: [320, 480, 640, 960], ratio: 5 / 8, sizes: "(min-width: 56rem) 23rem, 6.5rem" };
/** Shown at 2rem in the header, and larger where an administrator chooses it. */
export const LOGO: Shape = { widths: [64, 128, 256], sizes: "4rem" };
export const IN_GALLERY: Shape = { widths: [320, 480, 800], sizes: "(min-width: 46rem) 15rem, 50vw" };
export const IN_TEXT: Shape = { widths: [400, 700, 1000, 1400, 1800], sizes: "(min-width: 46rem) 44rem, 100vw" };

let storageHost = "";

/** Where the storage is: empty for this site, else the address of its backend. Constant for a site. */
export function setStorageHost(host: string): void {
  storageHost = host;
}

/** A stored address as the browser requests it; undefined for one on another host. */
export function urlOf(address: string): string | undefined {
  if (!isImageAddress(address)) return undefined;
  if (address.startsWith(TEXTS)) return SHOWN + address.slice(TEXTS.length);
  if (address.startsWith(FILES)) return SENT + address.slice(FILES.length);
  return address.startsWith("/storage/v1/") ? storageHost + address : address;
}

/** The path of a file of this site, given with its host; other addresses as they are. */
export function toStored(address: string): string {
  for (const host of [storageHost, globalThis.location?.origin ?? "", ""]) {
    const path = address.startsWith(`${host}/`) ? address.slice(host.length) : "";
    if (path.startsWith(SHOWN)) return TEXTS + path.slice(SHOWN.length).replace(/\?.*/, "");
    if (path.startsWith("/storage/v1/")) return path;
  }
  return address;
}

/** The attributes of an `img` that say where to get it. */
export function sourceOf(address: string, { widths, ratio, sizes }: Shape): Source {
  const natural = sizeOf(address)?.width;
  const useful = widths.filter((_, place) => !natural || place === 0 || (widths[place - 1] ?? 0) < natural);
  const drawn = useful.map((width) => ({
    width,
    address: drawnAs(address, width, ratio && Math.round(width * ratio)),
  }));
  const largest = drawn.at(-1)?.address;
  if (!largest) return { src: urlOf(address) };
  return { src: largest, srcSet: drawn.map((one) => `${one.address} ${one.width}w`).join(", "), sizes };
}

/** A picture of fixed size, in pixels of the page: once for plain screens, once for fine ones. */
export function fixedSource(address: string, side: number): Source {
  const [once, twice] = [drawnAs(address, side, side), drawnAs(address, side * 2, side * 2)];
  return once && twice ? { src: once, srcSet: `${once} 1x, ${twice} 2x` } : { src: urlOf(address) };
}

/** Size and type of an uploaded picture. */
export function sizeOf(address: string): { width: number; height: number } | null {
  const found = OURS.test(address) ? SIZE.exec(address) : null;
  return found ? { width: Number(found[1]), height: Number(found[2]) } : null;
}

function drawnAs(address: string, width: number, height?: number): string | null {
  const key = OURS.exec(address)?.[1];
  if (!key || !isImageAddress(address)) return null;
  const query = new URLSearchParams({ width: String(width), ...(height && { height: String(height) }) });
  return address.startsWith(TEXTS)
    ? `${SHOWN}${key}?${query}`
    : `${storageHost}/storage/v1/render/image/public/pictures/${key}?${query}`;
}
