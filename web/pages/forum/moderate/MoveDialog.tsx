import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { applyAct, undoAct } from "../../../lib/api/community/acts";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { ForumSelect } from "./ForumSelect";
import type { ManageProps } from "./manageTypes";

/** Moves a post with its replies to another forum. Old links lead there. */
export function MoveDialog({ data, isOpen, onClose }: ManageProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const navigate = useNavigate();
  const offerUndo = useUndo();
  const [forum, setForum] = useState("");
  const [isChecked, setChecked] = useState(false);
  const action = useAction(applyAct);
  const handleConfirm = async () => {
    setChecked(true);
    if (!forum) return;
    const act = newId();
    const outcome = await action.run(act, "move", [data.post.entry.id], { forum });
    if (!outcome || outcome.failure) return;
    onClose();
    offerUndo(t("topics.manage.moved"), () => undoAct(act));
    // The old address leads to the new one.
    await refresh();
    navigate(location.pathname, { replace: true });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("topics.manage.move")}
      confirm={t("topics.manage.move")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t("topics.manage.moveText")}</p>
      <ForumSelect
        value={forum}
        except={data.forum.id}
        error={isChecked && !forum ? t("topics.manage.choose") : null}
        onChange={setForum}
      />
    </ConfirmDialog>
  );
}
