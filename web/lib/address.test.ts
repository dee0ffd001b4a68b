import { describe, expect, it } from "vitest";
import { addressWith, findLocalPath, findOwnPath } from "./address";

describe("an address with other parameters", () => {
  it("keeps, changes and takes away", () => {
    expect(addressWith("/en/blog", { tag: "news", after: "x" }, { after: null })).toBe("/en/blog?tag=news");
    expect(addressWith("/zh/search", { q: "诊所" })).toBe("/zh/search?q=%E8%AF%8A%E6%89%80");
    expect(addressWith("/en/blog", {})).toBe("/en/blog");
  });
});

describe("the way back after signing in", () => {
  it.each(["/en/forum", "/vi/book/view/1?x=2#y"])("may be %s", (path) => {
    expect(findLocalPath(path)).toBe(path);
  });

  it.each([
    undefined,
    "",
    "https://example.org",
    "//example.org",
    "/\\example.org",
    "javascript:alert(1)",
    "/a\tb",
    "/a\\b",
  ])("may not be %j", (path) => {
    expect(findLocalPath(path)).toBeNull();
  });
});

it("only addresses of this site become paths", () => {
  const origin = "https://hall.example";
  expect(findOwnPath("https://hall.example/vi/forum?a=b#c", origin)).toBe("/vi/forum?a=b#c");
  expect(findOwnPath("https://hall.example.evil.com/", origin)).toBeNull();
  expect(findOwnPath("javascript:alert(1)", origin)).toBeNull();
  expect(findOwnPath("/vi", origin)).toBeNull();
  expect(findOwnPath(null, origin)).toBeNull();
});
