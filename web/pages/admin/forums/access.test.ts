import { expect, test } from "vitest";
import { MEMBERS } from "../../../lib/audiences";
import { EVERYONE, listVerbs, toAccess, withRight } from "./access";

test("every right needs the right to see, and goes with it", () => {
  const given = withRight({}, "group", "create", true);
  expect(given).toEqual({ group: ["see", "create"] });
  expect(withRight(given, "group", "see", false)).toEqual({ group: [] });
  expect(withRight(given, "group", "create", false)).toEqual({ group: ["see"] });
});

test("what is sent names everyone as null, and nothing of an open forum", () => {
  const access = {
    isLimited: true,
    isConfidential: true,
    above: null,
    owner: "g",
    rights: { [EVERYONE]: ["see"], [MEMBERS]: [], g: ["see", "reply"] },
  } as const;
  const sent = toAccess("f", access);
  expect(sent.rights).toEqual([
    { group: null, rights: ["see"] },
    { group: "g", rights: ["see", "reply"] },
  ]);
  expect(toAccess("f", { ...access, isLimited: false })).toEqual({
    forum: "f",
    above: null,
    owner: null,
    is_confidential: false,
    rights: null,
  });
});

test("everyone only sees, and not all members moderate", () => {
  expect(listVerbs(EVERYONE)).toEqual(["see"]);
  expect(listVerbs(MEMBERS)).toEqual(["see", "reply", "create"]);
  expect(listVerbs("g")).toContain("moderate");
});
