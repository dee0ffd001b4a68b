import { useState } from "react";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import { mergePosts, undoAct } from "../../../lib/api/community/acts";
import { useLang } from "../../../lib/context";
import { newId } from "../../../lib/requests/newId";
import { useAction } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import type { ManageProps } from "./manageTypes";

const POST_IN_ADDRESS = /\/post\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/i;

/** Puts this post and its replies at the end of another, which is named by its address. */
export function MergeDialog({ data, isOpen, onClose }: ManageProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const offerUndo = useUndo();
  const action = useAction(mergePosts);
  const [address, setAddress] = useState("");
  const [isChecked, setChecked] = useState(false);
  const target = POST_IN_ADDRESS.exec(address)?.[1]?.toLowerCase();
  const isWrong = !target || target === data.post.entry.id;
  const handleConfirm = async () => {
    setChecked(true);
    if (isWrong) return;
    const act = newId();
    const outcome = await action.run(act, data.post.entry.id, target);
    if (!outcome || outcome.failure) return;
    onClose();
    offerUndo(t("topics.manage.mergeDone"), () => undoAct(act));
    navigate(
      `${pathTo.forumPost({ lang, forumId: data.forum.slug, postId: target }, { reply: String(outcome.value) })}#reply-${outcome.value}`,
    );
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("topics.manage.merge")}
      confirm={t("topics.manage.merge")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t("topics.manage.mergeText")}</p>
      <TextField
        label={t("topics.manage.mergeAddress")}
        required
        inputMode="url"
        autoComplete="off"
        value={address}
        error={isChecked && isWrong ? t("topics.manage.mergeWrong") : null}
        onChange={(event) => setAddress(event.target.value)}
      />
    </ConfirmDialog>
  );
}
