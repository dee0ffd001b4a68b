import { expect, test } from "vitest";
import { listPlaces, listScopes } from "./roleChoices";

const SCOPES = [
  { kind: "group", id: "g" },
  { kind: "forum", id: "f" },
  { kind: "service", id: "s" },
] as const;

test("a role is offered only where its rights have a meaning", () => {
  expect(listScopes({ preset: "leader" }, SCOPES).map(({ id }) => id)).toEqual(["g"]);
  expect(listScopes({ preset: "moderator" }, SCOPES).map(({ id }) => id)).toEqual(["g", "f"]);
  expect(listScopes({ preset: "host" }, SCOPES).map(({ id }) => id)).toEqual(["s"]);
  expect(listScopes({ preset: null }, SCOPES).map(({ id }) => id)).toEqual(["g"]);
});

test("a leader is of a group, never of the whole site", () => {
  expect(listPlaces({ preset: "leader" })).not.toContain("site");
  expect(listPlaces({ preset: "data_officer" })).toEqual(["site"]);
});
