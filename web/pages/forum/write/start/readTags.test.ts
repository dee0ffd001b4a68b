import { expect, test } from "vitest";
import { readTags } from "./TagsField";

test("tags stand between commas of any kind, each once", () => {
  expect(readTags("housing, #school ，housing、 工作 ,, ")).toEqual(["housing", "school", "工作"]);
  expect(readTags("School, school")).toEqual(["School"]);
});
