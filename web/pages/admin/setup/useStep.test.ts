import { expect, it } from "vitest";
import { stepAfter } from "./useStep";

it("goes to the next open step, and back to one that was left open before", () => {
  const steps = [
    { step: "name", state: "open" },
    { step: "kind", state: "done" },
    { step: "logo", state: "skipped" },
    { step: "forum", state: "open" },
  ] as const;
  expect(stepAfter({ steps: [...steps] }, "kind")).toBe("forum");
  expect(stepAfter({ steps: [...steps] }, "forum")).toBe("name");
  expect(stepAfter({ steps: [{ step: "name", state: "done" }] }, "name")).toBeNull();
});
