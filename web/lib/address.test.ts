import { describe, expect, it } from "vitest";
import source from "../../tests/support/local_paths.json?raw";
import { addressWith, findLocalPath, findOwnPath } from "./address";

describe("an address with other parameters", () => {
  it("keeps, changes and takes away", () => {
    expect(addressWith("/en/blog", { tag: "news", after: "x" }, { after: null })).toBe("/en/blog?tag=news");
    expect(addressWith("/zh/search", { q: "诊所" })).toBe("/zh/search?q=%E8%AF%8A%E6%89%80");
    expect(addressWith("/en/blog", {})).toBe("/en/blog");
  });
});

/** The table that the server's `is_local_path` is tested with as well. */
interface Table {
  local: string[];
  foreign: string[];
  own: Record<string, string>;
  other: string[];
}
const table: Table = JSON.parse(source);
const origin = "https://site.example";

/** The page that a browser would open. */
const resolve = (path: string) => new URL(path, `${origin}/en/signin`);

describe("the way back after signing in", () => {
  it.each(table.local)("may be %j", (path) => {
    expect(findLocalPath(path)).toBe(path);
    expect(resolve(path).origin).toBe(origin);
  });

  it.each([undefined, ...table.foreign])("may not be %j", (path) => {
    expect(findLocalPath(path)).toBeNull();
  });

  it("never leaves the site, whatever the characters", () => {
    const parts = ["/", "\\", ".", "..", "%2e", "%2f", "%5c", "%25", "2f", "\t", "?", "evil.example"];
    const extend = (starts: string[]) => starts.flatMap((start) => parts.map((part) => start + part));
    const escapes = (path: string) => {
      const { origin: opened, pathname } = resolve(path);
      // A router or a server that resolves the result once more, or decodes it first, stays on the site too.
      return [opened, resolve(pathname).origin, resolve(unescape(pathname)).origin].some((one) => one !== origin);
    };
    const accepted = extend(extend(extend(parts))).flatMap((tail) => findLocalPath(`/${tail}`) ?? []);
    expect(accepted.length).toBeGreaterThan(100);
    expect(accepted.filter(escapes)).toEqual([]);
  });
});

describe("the path of an address", () => {
  it.each(Object.entries(table.own))("is found in %j", (address, path) => {
    expect(findOwnPath(address, origin)).toBe(path);
  });

  it.each([...table.other, ...table.foreign])("is not found in %j", (address) => {
    expect(findOwnPath(address, origin)).toBeNull();
  });

  it.each(table.foreign.filter((path) => path.startsWith("/")))("is not found in this site's %j", (path) => {
    expect(findOwnPath(origin + path, origin)).toBeNull();
  });

  it("is not found in nothing", () => {
    expect(findOwnPath(null, origin)).toBeNull();
  });
});
