import { expect, it } from "vitest";
import { getText, registerTexts } from "./i18n";

it("puts the site's own wordings before the program's texts", () => {
  registerTexts("en", { "nav.book": "Booking", "nav.blog": "Articles" });
  const text = getText("en", { "nav.book": "Visit us" });
  expect([text("nav.book"), text("nav.blog")]).toEqual(["Visit us", "Articles"]);
});

it("knows texts that are loaded after a site's wordings were laid over them", () => {
  const table: Record<string, string> = { "nav.book": "Booking" };
  registerTexts("ms", table);
  const text = getText("ms", { "nav.book": "Lawat kami" });
  table["editor.bold"] = "Tebal";
  expect(text("editor.bold")).toBe("Tebal");
});
