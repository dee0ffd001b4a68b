import { describe, expect, test } from "vitest";
import type { EditedService } from "../../../../generated/payloads";
import { NO_INTAKE, readAmount } from "./intake/intakeDraft";
import { checkDraft, draftOf, newDraft, newOtherDay, newSpan, type ServiceDraft, toSave } from "./serviceDraft";

const words = { name: "Reading circle", description: "", place: "" };

function draft(changes: Partial<ServiceDraft> = {}): ServiceDraft {
  const plain = newDraft("Asia/Singapore");
  return { ...plain, texts: { ...plain.texts, en: words }, ...changes };
}

const edited: EditedService = {
  id: "11111111-1111-4111-8111-111111111111",
  slug: "reading-circle",
  kind: "session",
  series: null,
  hosts: [{ id: "22222222-2222-4222-8222-222222222222", name: "Mai" }],
  rooms: ["33333333-3333-4333-8333-333333333333"],
  dayLimit: 6,
  weekLimit: null,
  memberLimit: 2,
  pictureUrl: null,
  onlineUrl: null,
  threadDays: null,
  linkMinutes: null,
  durationMinutes: 45,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  capacity: 8,
  perPerson: 2,
  noticeMinutes: 60,
  windowDays: 30,
  cancelUntilMinutes: 0,
  timeZone: "Asia/Ho_Chi_Minh",
  isActive: true,
  notifiesStaff: true,
  hostMessages: ["booked", "changed", "cancelled"],
  deskMessages: ["booked", "changed", "cancelled"],
  needsConfirmation: true,
  requestTakesPlace: false,
  requestHours: 24,
  offerHours: 6,
  allowsGuests: false,
  allowsOverlap: true,
  reminderMinutes: [120, 2880],
  followUpMinutes: 60,
  position: 3,
  baseSequence: 4,
  coming: 0,
  texts: [{ language: "vi", name: "Nhóm đọc sách", description: "Vui", place: "Phòng 2" }],
  hours: [{ weekday: 7, opens: "18:00", closes: "24:00" }],
  answerDays: 30,
  questions: [
    {
      id: "44444444-4444-4444-8444-444444444444",
      kind: "choice",
      texts: [{ language: "vi", label: "Dị ứng?", help: "" }],
      options: [{ key: "a", labels: [{ language: "vi", text: "Có" }] }],
      lowest: null,
      highest: null,
      isRequired: true,
      isSensitive: true,
      readerRoles: ["55555555-5555-4555-8555-555555555555"],
    },
  ],
  price: {
    amount: 150_000,
    currency: "VND",
    isPerPerson: true,
    notes: [{ language: "vi", text: "Tại quầy" }],
    qrUrl: null,
  },
  exceptions: [
    { day: "2026-12-25", opens: null, closes: null, note: "Noel" },
    { day: "2026-12-26", opens: "20:00", closes: "24:00", note: "" },
  ],
};

test.each([
  ["150.000", "VND", 150_000],
  ["1,500,000", "VND", 1_500_000],
  ["150.5", "VND", Number.NaN],
  ["25,5", "MYR", 2550],
  ["1.500", "MYR", 150_000],
  ["1,500.05", "MYR", 150_005],
  ["1,50,000", "MYR", Number.NaN],
])("amount %s of %s", (amount, currency, read) => {
  expect(readAmount({ ...NO_INTAKE.price, amount, currency })).toBe(read);
});

test("what was loaded is what would be saved", () => {
  const { hours, exceptions, texts } = edited;
  const saved = toSave(draftOf(edited));
  expect(saved).toMatchObject({ hours, exceptions, texts });
  expect(saved.service).toMatchObject({ base_sequence: 4, capacity: 8, cancel_until_minutes: 0 });
  expect(saved.service).toMatchObject({ hosts: [edited.hosts[0]?.id], rooms: edited.rooms });
  expect(saved.service).toMatchObject({ day_limit: 6, week_limit: null, member_limit: 2 });
  expect(saved.service).toMatchObject({ reminder_minutes: [2880, 120], follow_up_minutes: 60 });
  expect(checkDraft(draftOf(edited))).toEqual({});
});

test("a new draft lacks only its name", () => {
  expect(checkDraft(newDraft("Asia/Singapore"))).toEqual({ texts: "error.detail.no_text" });
  expect(checkDraft(draft())).toEqual({});
});

test("an appointment is for one, whatever the hidden fields hold", () => {
  const { service } = toSave(draft({ kind: "appointment", capacity: "10", perPerson: "3" }));
  expect(service).toMatchObject({ capacity: 1, per_person: 1 });
});

describe("what is wrong is said at its field", () => {
  test.each<[Partial<ServiceDraft>, string, string]>([
    [{ durationMinutes: "" }, "durationMinutes", "admin.service.error.number"],
    [{ durationMinutes: "4" }, "durationMinutes", "admin.service.error.number"],
    [{ memberLimit: "0" }, "memberLimit", "admin.service.error.number"],
    [{ windowDays: "2.5" }, "windowDays", "admin.service.error.number"],
    [{ capacity: "2", perPerson: "3" }, "perPerson", "admin.service.error.perPerson"],
    [{ slug: "Reading Circle" }, "slug", "admin.service.error.slug"],
    [{ onlineUrl: "javascript:alert(1)" }, "onlineUrl", "admin.service.error.url"],
    [{ timeZone: "Mars/Olympus" }, "timeZone", "admin.service.error.zone"],
  ])("%j", (changes, field, key) => {
    expect(checkDraft(draft(changes))).toEqual({ [field]: key });
  });

  test("a description without a name", () => {
    const texts = { ...draft().texts, zh: { ...words, name: " ", description: "带一本书" } };
    expect(checkDraft(draft({ texts }))).toEqual({ "name.zh": "admin.service.error.name" });
  });
});

test("hours that overlap, end before they begin, or run to midnight", () => {
  const early = newSpan(1, "09:00", "12:00");
  const late = newSpan(1, "11:00", "13:00");
  const wrong = newSpan(2, "14:00", "13:00");
  const night = newSpan(3, "20:00", "00:00");
  expect(checkDraft(draft({ hours: [early, late, wrong, night] }))).toEqual({
    [early.key]: "admin.service.error.overlap",
    [late.key]: "admin.service.error.overlap",
    [wrong.key]: "admin.service.error.span",
  });
  expect(toSave(draft({ hours: [night] })).hours).toEqual([{ weekday: 3, opens: "20:00", closes: "24:00" }]);
});

test("a day is closed or has hours, not both", () => {
  const closed = newOtherDay("2026-12-25");
  const open = { ...newOtherDay("2026-12-25"), isClosed: false };
  const nameless = newOtherDay("");
  const mistyped = newOtherDay("20266-12-25");
  expect(checkDraft(draft({ exceptions: [closed, open, nameless, mistyped] }))).toEqual({
    [closed.key]: "admin.service.error.overlap",
    [open.key]: "admin.service.error.overlap",
    [nameless.key]: "admin.service.error.day",
    [mistyped.key]: "admin.service.error.day",
  });
});
