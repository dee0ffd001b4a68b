import { expect, test, vi } from "vitest";
import en from "../../../locales/en.json";
import { registerTexts } from "../../i18n";
import { book } from "./book";

registerTexts("en", en);

/** The owner of each booking, as in public.book: another member's id is rejected like an unknown one. */
const bookings = new Map<string, string>();
let member = "mei";

vi.mock("../../requests/supabase", () => {
  const answer = ({ id, starts_at }: { id: string; starts_at: string }) => {
    if (!bookings.has(id)) bookings.set(id, member);
    return bookings.get(id) === member
      ? { data: { id, status: "booked", starts_at, party_size: 1, position: null }, error: null, status: 200 }
      : { data: null, error: { code: "PT404", message: "", details: "not_found" }, status: 404 };
  };
  const rpc = (_name: string, values: { id: string; starts_at: string }) => ({
    setHeader: () => ({ setHeader: () => ({ setHeader: async () => answer(values) }) }),
  });
  return { getSupabase: async () => ({ rpc }) };
});

test("two members book the same time, one after the other, in one tab", async () => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    removeItem: (key: string) => void kept.delete(key),
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  const wish = { service: "s", startsAt: "2026-11-20T10:00:00Z", party: 1, note: "", orWait: false, host: null };
  const hers = (await book(wish)).value;
  expect((await book(wish)).value).toEqual(hers);
  member = "hoa";
  expect((await book(wish)).value?.status).toBe("booked");
  expect([...bookings.values()]).toEqual(["mei", "hoa"]);
  vi.unstubAllGlobals();
});
