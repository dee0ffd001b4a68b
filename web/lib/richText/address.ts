/** Addresses that links and pictures may have: the mirror of is_link_address and is_image_address in the database. */

const LONGEST = 2048;
// Browsers drop tabs and line ends inside an address and read a backslash as a slash; the rest hides or turns text.
const FORBIDDEN =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are exactly what is refused
  /[\u0001-\u0020\u007f-\u00a0\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\\]/;

export function isLinkAddress(address: string): boolean {
  if (address.length > LONGEST || FORBIDDEN.test(address)) return false;
  return (
    /^https?:\/\/[^/?#]/i.test(address) ||
    /^mailto:[^/]/i.test(address) ||
    /^tel:\+?[0-9]/i.test(address) ||
    /^\/($|[^/])/.test(address)
  );
}

// Browsers resolve dot segments: a path with them could leave the folder that it begins with.
const DOT_SEGMENT = /(\/|%2f)(\.|%2e){1,2}(\/|%2f|[?#]|$)/i;

/** Addresses that may be shown as a picture: files of this site. Another host would learn about each reader. */
export function isImageAddress(address: string): boolean {
  return isLinkAddress(address) && address.startsWith("/") && !DOT_SEGMENT.test(address);
}

/** Pictures inside a text are in the site's storage. */
export function isRichTextImage(address: string): boolean {
  return isImageAddress(address) && address.startsWith("/storage/v1/");
}

/** A picture on another host: the site can fetch and store it, and links to it until then. */
export function isPictureElsewhere(address: string): boolean {
  return isLinkAddress(address) && /^https:\/\//i.test(address);
}

/** User input as a link address: "balai.org" and "mai@balai.org" become whole. Null: not an address. */
export function toLinkAddress(typed: string): string | null {
  const line = typed.trim();
  if (isLinkAddress(line)) return line;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(line)) return whole(`mailto:${line}`);
  if (/^[^\s/:?#@]+\.[^\s/:?#@]{2,}([/?#]\S*)?$/.test(line)) return whole(`https://${line}`);
  return null;
}

function whole(address: string): string | null {
  return isLinkAddress(address) ? address : null;
}
