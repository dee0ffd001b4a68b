import { expect, test } from "vitest";
import { readSent } from "./useSentTo";

test.each([
  [
    { who: { email: "a@b.c" }, type: "signup" },
    { who: { email: "a@b.c" }, type: "signup" },
  ],
  [
    { who: { phone: "+6512345678", more: 1 }, type: "sms" },
    { who: { phone: "+6512345678" }, type: "sms" },
  ],
  [{ who: { email: "a@b.c" }, type: "invite" }, null],
  [{ who: { email: 1 }, type: "signup" }, null],
  [null, null],
])("%j in the history's state", (sent, read) => expect(readSent({ idx: 1, sent })).toEqual(read));

test("state of another kind is no message", () => {
  for (const state of [null, undefined, "sent", {}, { usr: { sent: {} } }]) expect(readSent(state)).toBeNull();
});
