import { expect, test, vi } from "vitest";

const answers: string[] = [];
const ranges: number[][] = [];
const query = {
  select: () => query,
  order: () => query,
  eq: () => query,
  range: (from: number, to: number) => {
    ranges.push([from, to]);
    return query;
  },
  csv: async () => ({ data: answers.shift(), error: null }),
};
vi.mock("../../requests/supabase", () => ({ getSupabase: async () => ({ from: () => query }) }));

test("the parts of the log become one table with one head", async () => {
  const { fetchLog } = await import("./log");
  answers.push("id,thing\n1,posts\n2,posts", "id,thing\n3,groups", "id,thing\n");
  const { value } = await fetchLog({ thing: null, actor: null, member: null });
  expect(value).toBe("id,thing\n1,posts\n2,posts\n3,groups");
  expect(ranges).toEqual([
    [0, 499],
    [500, 999],
    [1000, 1499],
  ]);
});
