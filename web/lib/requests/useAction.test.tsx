import { renderToString } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { type Action, useAction } from "./useAction";
import type { Outcome } from "./write";

/** The action of a component after rendering. */
function makeAction(act: () => Promise<Outcome<string>>): Action<[], string> {
  let action: Action<[], string> | null = null;
  function Form() {
    action = useAction(act);
    return null;
  }
  renderToString(<Form />);
  if (!action) throw new Error("not drawn");
  return action;
}

test("what throws, as when a part of the program is lost, ends as a failure and can be tried again", async () => {
  const act = vi.fn(async (): Promise<Outcome<string>> => ({ value: "done", failure: null }));
  act.mockRejectedValueOnce(new TypeError("Failed to fetch dynamically imported module: /assets/captcha.js"));
  const { run } = makeAction(act);
  expect((await run())?.failure).toMatchObject({ key: "error.network", isRetryable: true });
  expect(await run()).toEqual({ value: "done", failure: null });
});
