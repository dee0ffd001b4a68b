import { describe, expect, it } from "vitest";
import { createText } from "./texts";

const en = { "a.title": "Hello {{name}}", "a.places_one": "{{count}} place", "a.places_other": "{{count}} places" };

describe("a text", () => {
  const t = createText("en", en);

  it("is found by its key, with what belongs in it", () => {
    expect(t("a.title", { name: "Mai" })).toBe("Hello Mai");
  });

  it("takes the plural form that the language asks for", () => {
    expect([0, 1, 2].map((count) => t("a.places", { count }))).toEqual(["0 places", "1 place", "2 places"]);
  });

  it("writes numbers as the language does", () => {
    expect(t("a.places", { count: 12345 })).toBe("12,345 places");
    expect(createText("vi", { "a.places_other": "{{count}} chỗ" })("a.places", { count: 12345 })).toBe("12.345 chỗ");
  });

  it("keeps a Malay e-mel in one line", () => {
    expect(createText("ms", { "a.send": "Hantar e-mel" })("a.send")).toBe("Hantar e-\u2060mel");
  });

  it("does not read what is filled in as a text of its own", () => {
    expect(t("a.title", { name: "{{name}} $&" })).toBe("Hello {{name}} $&");
  });

  it("shows the key where there is nothing", () => {
    expect(t("a.unknown")).toBe("a.unknown");
  });
});
