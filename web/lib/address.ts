type Query = Readonly<Record<string, string | null | undefined>>;

/** A path with its query, some parameters changed; null takes one away. For filters and pages of the shown screen. */
export function addressWith(path: string, query: Query, changes: Query = {}): string {
  const pairs = Object.entries({ ...query, ...changes }).filter(([, value]) => value != null && value !== "");
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return text ? `${path}?${text}` : path;
}

/** A local path to return to after signing in, from an untrusted query parameter; null for any other address. */
export function findLocalPath(text: string | undefined): string | null {
  // "//host" and "/\host" leave the site, and control characters are dropped by browsers before they look.
  return text && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : null;
}

/** The local path of an address; null for another site's. */
export function findOwnPath(address: string | null, origin: string): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
