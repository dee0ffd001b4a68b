import { useTranslation } from "../texts";
import { showToast } from "../toasts";
import { useAction, useRefresh } from "./useAction";
import type { Outcome } from "./write";

/** Acts of one press: done, said in a toast, and the page is read anew, which also shows what others did meanwhile. */
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
