import { useTranslation } from "../texts";
import { showToast } from "../toasts";
import { useAction, useRefresh } from "./useAction";
import type { Outcome } from "./write";

/** One-press actions: run, confirm in a toast, and fetch the page again, which also shows changes of others. */
export function useQuickAction() {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction((act: () => Promise<Outcome<unknown>>) => act());
  const run = async (act: () => Promise<Outcome<unknown>>, done: string): Promise<boolean> => {
    const outcome = await action.run(act);
    if (!outcome) return false;
    if (outcome.failure) showToast(t(outcome.failure.key), { tone: "error" });
    else showToast(done, { tone: "success" });
    await refresh();
    return outcome.failure === null;
  };
  return { run, isRunning: action.isRunning };
}
