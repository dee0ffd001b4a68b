import { expect, test } from "vitest";
import { toHex } from "./colours";

test.each([
  ["#C92A2A", "#c92a2a"],
  ["#abc", "#aabbcc"],
  ["rgb(201, 42, 42)", "#c92a2a"],
  ["rgb(0 0 255)", "#0000ff"],
])("%s is %s", (given, hex) => expect(toHex(given)).toBe(hex));

test.each(["red", "var(--x)", "rgb(300, 0, 0)", "rgba(0, 0, 0, 0.5)", ""])("%j is no plain colour", (given) =>
  expect(toHex(given)).toBeNull(),
);
