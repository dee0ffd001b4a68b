/** An act of a moderator: done, said in a toast with its undo, and the page fetched again. */
import { undoAct } from "../../../lib/api/community/acts";
import { useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { closeToast, showToast } from "../../../lib/toasts";

const LIFE = 20_000;

export function useUndoToast(): (act: string, done: string) => void {
  const { t } = useTranslation();
  const refresh = useRefresh();
  return (act, done) => {
    const undo = async () => {
      closeToast(toast);
      const { failure } = await undoAct(act);
      showToast(t(failure ? failure.key : "topics.manage.undone"), { tone: failure ? "error" : "success" });
      await refresh();
    };
    const toast = showToast(done, { life: LIFE, action: { label: t("topics.manage.undo"), run: undo } });
  };
}
