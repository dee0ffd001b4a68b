/** Turns what a link is given into an address, as React Router writes it. Relative paths have no use here and are refused. */
import type { Location, Path, To } from "react-router";

const ABSOLUTE_URL = /^(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/i;

/** Most addresses: no double slashes, no dots in the path, nothing after `?` or `#` missing. */
const PLAIN = /^(?:\/[\w%~-]+)+(?:\?[^#]+)?(?:#.+)?$/;

/** With a scheme or a host. */
export function isAbsolute(to: To): to is string {
  return typeof to === "string" && ABSOLUTE_URL.test(to);
}

export function splitPath(to: To): Path {
  if (typeof to !== "string") return { pathname: "", search: "", hash: "", ...to };
  const [, pathname = "", search = "", hash = ""] = /^([^?#]*)(\?[^#]*)?(#.*)?$/s.exec(to) ?? [];
  return { pathname, search, hash };
}

/** A query or fragment alone belongs to the page's own path. */
export function resolveHref(to: To, location: Pick<Location, "pathname">): string {
  if (typeof to === "string" && PLAIN.test(to)) return to;
  const { pathname, search, hash } = splitPath(to);
  if (pathname && !pathname.startsWith("/")) throw new Error(`Not an absolute path: ${pathname}`);
  const path = pathname ? withoutDots(pathname) : location.pathname;
  return path + (search === "?" ? "" : search) + (hash === "#" ? "" : hash);
}

/** No double slashes, no `.` and `..`. Links within rich text may have any of them. */
function withoutDots(path: string): string {
  if (!/[\\/]{2}|\/\./.test(path)) return path;
  const segments = [""];
  for (const segment of path
    .replace(/[\\/]{2,}/g, "/")
    .slice(1)
    .split("/")) {
    if (segment === "..") segments.length = Math.max(1, segments.length - 1);
    else if (segment !== ".") segments.push(segment);
  }
  return segments.length > 1 ? segments.join("/") : "/";
}
