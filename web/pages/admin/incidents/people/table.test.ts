import { expect, test } from "vitest";
import { writeTable } from "./table";

test("no cell is a formula, and separators are quoted", async () => {
  const names = ["=1+1", "+60 12", "-1", "@sum", "\tx", "\ry", 'Lim "Ah", Hock', "陈"];
  expect(await writeTable([["a", "b"], names])).toBe(
    '\uFEFFa,b\r\n"\'=1+1","\'+60 12","\'-1","\'@sum","\'\tx","\'\ry","Lim ""Ah"", Hock",陈\r\n',
  );
});
