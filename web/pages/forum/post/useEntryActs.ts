import type { Failure } from "../../../lib/errors";
import { setHidden, type Thing } from "../../../lib/forum";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useAction, useRefresh } from "../../../lib/useAction";
import type { Outcome } from "../../../lib/write";

/** Acts of one press: done, said in a toast, and the page is read anew. */
export function useQuickAct() {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction((act: () => Promise<Outcome<unknown>>) => act());
  const tell = (failure: Failure) => showToast(t(failure.key), { tone: "error" });
  const run = async (act: () => Promise<Outcome<unknown>>, done: string): Promise<boolean> => {
    const outcome = await action.run(act);
    if (!outcome) return false;
    if (outcome.failure) tell(outcome.failure);
    else showToast(done, { tone: "success" });
    await refresh();
    return outcome.failure === null;
  };
  return { run, isRunning: action.isRunning };
}

export function useEntryActs(thing: Thing) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAct();
  return {
    isRunning,
    hide: (hidden: boolean) =>
      run(() => setHidden(thing, hidden), hidden ? t("forum.post.done.hidden") : t("forum.post.done.shown")),
  };
}
