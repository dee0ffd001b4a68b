import { matchRoutes } from "react-router";
import { expect, test } from "vitest";
import { screens } from "../generated/screens";
import { matchScreen } from "./screens";

const libraryTable = screens.map(({ name, pattern }) => ({ id: name, path: pattern }));

test.each([
  ["/en", "home"],
  ["/zh/", "home"],
  ["/en/blog/new", "blog.new"],
  ["/en/blog/newer", "blog.article"],
  ["/en/book/view/1", "book.view"],
  ["/en/forum/life/post/1/history/2", "forum.history"],
  ["/en/SignIn//", "signin"],
  ["/en/forum/%E7%94%9F%E6%B4%BB", "forum.forum"],
  ["/en/blog/a%2Fb", "blog.article"],
  ["/en/blog/%E0%A4%A", "blog.article"],
  ["/en/blog/a.b+c", "blog.article"],
  ["/xx/about", "about"],
  ["/", null],
  ["", null],
  ["/en/nothing", null],
  ["/en//blog", null],
  ["/en/blog/a/b", null],
])("%s leads to the screen that React Router finds", (path, name) => {
  expect(matchScreen(path)?.name ?? null).toBe(name);
  expect(matchRoutes(libraryTable, path)?.at(-1)?.route.id ?? null).toBe(name);
});

test("every screen is found by its own pattern, as in React Router", () => {
  for (const screen of screens) {
    const path = screen.pattern.replace(":lang", "en").replace(/:\w+/g, "x1");
    expect(matchScreen(path)?.name).toBe(screen.name);
    expect(matchRoutes(libraryTable, path)?.at(-1)?.route.id).toBe(screen.name);
  }
});
