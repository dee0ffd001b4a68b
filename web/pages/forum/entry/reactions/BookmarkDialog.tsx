import { useState } from "react";
import { Button } from "../../../../components/Button";
import { ConfirmDialog } from "../../../../components/dialogs/ConfirmDialog";
import { SelectField, TextField } from "../../../../components/fields/Field";
import { removeBookmark, setBookmark } from "../../../../lib/api/community/reactions";
import type { Thing } from "../../../../lib/api/forum";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { REMINDERS, type Reminder, remindAt } from "./reminders";

interface Props {
  isOpen: boolean;
  isKept: boolean;
  thing: Thing;
  onClose: () => void;
}

/** Keeps a post or reply in the member's bookmarks, with a note and a reminder if they want one. */
export function BookmarkDialog({ isOpen, isKept, thing, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [note, setNote] = useState("");
  const [reminder, setReminder] = useState<Reminder>("none");
  const [moment, setMoment] = useState("");
  const save = useAction(setBookmark);
  const remove = useAction(removeBookmark);
  const finish = async (outcome: Awaited<ReturnType<typeof save.run>>, done: string) => {
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(done, { tone: "success" });
    await refresh();
  };
  const at = remindAt(reminder, moment, new Date());
  const isMissing = reminder === "own" && at === null;
  const handleSave = async () => {
    if (!isMissing) await finish(await save.run(thing, at, note), t("topics.bookmark.kept"));
  };
  const handleRemove = async () => finish(await remove.run(thing), t("topics.bookmark.removed"));
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isKept ? "topics.bookmark.change" : "topics.bookmark.add")}
      confirm={t("common.save")}
      isBusy={save.isRunning || remove.isRunning}
      failure={save.failure ?? remove.failure}
      onConfirm={handleSave}
      onClose={onClose}
    >
      <SelectField
        label={t("topics.bookmark.remind")}
        value={reminder}
        options={REMINDERS.map((value) => ({ value, label: t(`topics.bookmark.remind.${value}`) }))}
        onChange={(event) => setReminder(event.target.value as Reminder)}
      />
      {reminder === "own" && (
        <TextField
          label={t("topics.bookmark.moment")}
          type="datetime-local"
          value={moment}
          error={isMissing && moment !== "" ? t("topics.bookmark.past") : null}
          onChange={(event) => setMoment(event.target.value)}
        />
      )}
      <TextField
        label={t("topics.bookmark.note")}
        value={note}
        maxLength={200}
        onChange={(event) => setNote(event.target.value)}
      />
      {isKept && (
        <p>
          <Button look="quiet" onClick={handleRemove}>
            {t("topics.bookmark.remove")}
          </Button>
        </p>
      )}
    </ConfirmDialog>
  );
}
