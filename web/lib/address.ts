type Query = Readonly<Record<string, string | null | undefined>>;

/** A path with its query, some parameters changed; null takes one away. For filters and pages of the shown screen. */
export function addressWith(path: string, query: Query, changes: Query = {}): string {
  const pairs = Object.entries({ ...query, ...changes }).filter(([, value]) => value != null && value !== "");
  const text = pairs.map(([name, value]) => `${name}=${encodeURIComponent(value ?? "")}`).join("&");
  return text ? `${path}?${text}` : path;
}

/** A path of our own to go back to after signing in, from a query that anybody may have written; null for any other. */
export function findLocalPath(text: string | undefined): string | null {
  // "//host" and "/\host" leave the site, and control characters are dropped by browsers before they look.
  return text && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(text) ? text : null;
}

/** The path of ours that an address names; null for any other site's. */
export function findOwnPath(address: string | null, origin: string): string | null {
  if (!address || !URL.canParse(address)) return null;
  const url = new URL(address);
  return url.origin === origin ? url.pathname + url.search + url.hash : null;
}
