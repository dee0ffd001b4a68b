import { expect, test } from "vitest";
import { suggestSlug } from "./slug";

test.each([
  ["Daily life", "daily-life"],
  ["Đời sống hằng ngày", "doi-song-hang-ngay"],
  ["日常生活", ""],
  ["  A & B!  ", "a-b"],
])("%j suggests %j", (name, slug) => expect(suggestSlug(name)).toBe(slug));
