import { expect, it } from "vitest";
import { screens } from "../generated/screens";
import type { FirstPayload } from "../lib/page";
import { hydrationState } from "./referenceRoutes";

it("has every screen once", () => {
  expect(new Set(screens.map((screen) => screen.name)).size).toBe(screens.length);
});

it("gives a page to its route, and a status to the error page of its layout", () => {
  const page = { screen: "blog", status: 200, path: "/en/blog" } as FirstPayload;
  expect(hydrationState(page)).toEqual({ loaderData: { blog: page }, errors: null });
  const gone = { screen: null, status: 404, path: "/en/signin" } as FirstPayload;
  expect(hydrationState(gone).errors).toMatchObject({ "boundary.auth": { status: 404 } });
});
