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

  it("parts Latin letters and digits of a value from Chinese characters", () => {
    const zh = createText("zh", { "a.by": "由{{name}}撰写", "a.places_other": "共{{count}}个，{{name}}" });
    expect(["Hà", "小梅", "R2小"].map((name) => zh("a.by", { name }))).toEqual([
      "由 Hà 撰写",
      "由小梅撰写",
      "由 R2小撰写",
    ]);
    expect(zh("a.places", { count: 1234, name: "Mai" })).toBe("共 1,234 个，Mai");
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
