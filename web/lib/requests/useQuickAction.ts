import { useTranslation } from "../texts";
import { showToast } from "../toasts";
import { useAction, useRefresh } from "./useAction";
import { useUndo } from "./useUndo";
import type { Outcome } from "./write";

type Act = () => Promise<Outcome<unknown>>;

/**
 * One-press actions: run, confirm in a toast, and fetch the page again, which also shows changes of others. With the
 * reverse of the act, the toast offers to undo it.
 */
export function useQuickAction() {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const action = useAction((act: Act) => act());
  const run = async (act: Act, done: string, reverse?: Act): Promise<boolean> => {
    const outcome = await action.run(act);
    if (!outcome) return false;
    if (outcome.failure) showToast(t(outcome.failure.key), { tone: "error" });
    else if (reverse) offerUndo(done, reverse);
    else showToast(done, { tone: "success" });
    await refresh();
    return outcome.failure === null;
  };
  return { run, isRunning: action.isRunning };
}
