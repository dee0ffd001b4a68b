import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { setTags } from "../../../lib/api/community/topicLists";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { MAX_TAGS, TagsField } from "../write/start/TagsField";
import type { ManageProps } from "./manageTypes";

/** The tags of a post, written between commas. */
export function TagsDialog({ data, isOpen, onClose }: ManageProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(setTags);
  const [tags, change] = useState<string[]>([...data.post.tags]);
  const handleSave = async () => {
    if (tags.length > MAX_TAGS) return;
    const outcome = await action.run(data.post.entry.id, tags);
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(t("topics.manage.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("topics.tags")}
      confirm={t("common.save")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleSave}
      onClose={onClose}
    >
      <TagsField tags={tags} onChange={change} />
    </ConfirmDialog>
  );
}
