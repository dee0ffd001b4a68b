import { useTranslation } from "../texts";
import { closeToast, showToast } from "../toasts";
import { useRefresh } from "./useAction";
import type { Outcome } from "./write";

const LIFE = 15_000;

/** Says what was done, with a button that does the reverse. The toast outlives the page on which it appeared. */
export function useUndo(): (done: string, reverse: () => Promise<Outcome<unknown>>) => void {
  const { t } = useTranslation();
  const refresh = useRefresh();
  return (done, reverse) => {
    const undo = async () => {
      closeToast(toast);
      const { failure } = await reverse();
      showToast(t(failure ? failure.key : "common.undone"), { tone: failure ? "error" : "success" });
      await refresh();
    };
    const toast = showToast(done, {
      tone: "success",
      life: LIFE,
      action: { label: t("common.undo"), run: () => void undo() },
    });
  };
}
