import { expect, it } from "vitest";
import { routes } from "../generated/routes";
import type { FirstPayload } from "./page";
import { hydrationState, matchScreen } from "./router";

it.each([
  ["/en", "home"],
  ["/zh/blog/new", "blog.new"],
  ["/zh/blog/社区", "blog.article"],
  ["/vi/book/view/0b0d9d5e-0000-4000-8000-000000000000", "book.view"],
  ["/ms/forum/soalan/post/1", "forum.post"],
])("%s leads to %s", (path, name) => {
  expect(matchScreen(path)?.name).toBe(name);
});

it("leads nowhere from an unknown path", () => {
  expect(matchScreen("/en/nothing/of/the/kind")).toBeNull();
});

it("has every screen once", () => {
  expect(new Set(routes.map((route) => route.name)).size).toBe(routes.length);
});

it("gives a page to its route, and a status to the error page of its layout", () => {
  const page = { screen: "blog", status: 200, path: "/en/blog" } as FirstPayload;
  expect(hydrationState(page)).toEqual({ loaderData: { blog: page }, errors: null });
  const gone = { screen: null, status: 404, path: "/en/signin" } as FirstPayload;
  expect(hydrationState(gone).errors).toMatchObject({ "boundary.auth": { status: 404 } });
});
