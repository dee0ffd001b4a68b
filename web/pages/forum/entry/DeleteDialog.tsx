import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { deleteThing, restoreThing, type Thing } from "../../../lib/api/forum";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { closeToast, showToast } from "../../../lib/toasts";

interface Props {
  isOpen: boolean;
  thing: Thing;
  onClose: () => void;
}

/** Asks first, and still offers the way back afterwards. */
export function DeleteDialog({ isOpen, thing, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(deleteThing);
  const undo = async (toast: number) => {
    closeToast(toast);
    const { failure } = await restoreThing(thing);
    showToast(t(failure ? failure.key : "forum.delete.undone"), { tone: failure ? "error" : "success" });
    await refresh();
  };
  const handleConfirm = async () => {
    const outcome = await action.run(thing);
    if (!outcome || outcome.failure) return;
    onClose();
    const toast = showToast(t("forum.delete.done"), {
      life: 15_000,
      action: { label: t("forum.delete.undo"), run: () => undo(toast) },
    });
    await refresh();
  };
  const isPost = thing.post !== undefined;
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={isPost ? t("forum.delete.post") : t("forum.delete.reply")}
      confirm={t("forum.post.delete")}
      isDanger
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{isPost ? t("forum.delete.postText") : t("forum.delete.replyText")}</p>
    </ConfirmDialog>
  );
}
