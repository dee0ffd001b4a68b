import { expect, test } from "vitest";
import { joinForms } from "./joinTexts";
import { fromPlain, toPlain } from "./plainEdit";
import { EMPTY_DOCUMENT } from "./schema";

const body = (text: string) => fromPlain(EMPTY_DOCUMENT, text);
const saved = { slug: "hours", texts: { vi: { title: "Giờ mở cửa", body: body("Thứ hai") } } };

test("A change of either form is there", () => {
  const stored = { slug: "opening", texts: { vi: { title: "Giờ mở cửa", body: body("Thứ ba") }, en: saved.texts.vi } };
  const typed = { slug: "hours", texts: { vi: { title: "Giờ làm việc", body: body("Thứ hai") } } };
  const joined = joinForms(stored, typed, saved);
  expect(joined).toMatchObject({
    slug: "opening",
    texts: { vi: { title: "Giờ làm việc" }, en: { title: "Giờ mở cửa" } },
  });
  expect(toPlain(joined.texts.vi.body)).toBe("Thứ ba");
});

test("A body changed in both has both texts", () => {
  const of = (text: string) => ({ ...saved, texts: { vi: { title: "Giờ mở cửa", body: body(text) } } });
  expect(toPlain(joinForms(of("Đã lưu"), of("Mới gõ"), saved).texts.vi.body)).toBe("Đã lưu\n\nMới gõ");
});
