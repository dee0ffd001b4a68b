import { expect, test } from "vitest";
import { hostsOf, isHost } from "./embedHosts";

test("hosts are read from addresses, each once", () => {
  expect(hostsOf(" https://www.Example.org/a/b\nexample.org:8443, www.example.org ")).toEqual([
    "www.example.org",
    "example.org:8443",
  ]);
  expect(hostsOf("")).toEqual([]);
});

test.each([
  ["www.example.org", true],
  ["example.org:8443", true],
  ["xn--bcher-kva.example", true],
  ["localhost", false],
  ["*.example.org", false],
  ["example.org;script-src", false],
  ["'self'", false],
  ["-a.example.org", false],
])("%s: %s", (host, isGood) => {
  expect(isHost(host)).toBe(isGood);
});
