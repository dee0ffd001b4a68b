import { useEffect, useEffectEvent, useState } from "react";
import {
  type Bookmark,
  type Bookmarkable,
  findBookmark,
  removeBookmark,
  setBookmark,
} from "../../lib/api/community/reactions";
import { useLang } from "../../lib/context";
import { formatMoment } from "../../lib/format/format";
import { useTimeZone } from "../../lib/format/useTimeZone";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import type { Outcome } from "../../lib/requests/write";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { Button } from "../Button";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { SelectField, TextField } from "../fields/Field";
import { REMINDERS, type Reminder, remindAt } from "./reminders";

interface Props {
  isOpen: boolean;
  thing: Bookmarkable;
  onClose: () => void;
}

/** By the member since the dialog opened. The rest is as it is stored. */
interface Changes {
  note?: string;
  reminder?: Reminder;
  moment?: string;
}

/** Adds something to the bookmarks of the member, with an optional note and reminder. Opens with the stored ones. */
export function BookmarkDialog({ isOpen, thing, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [kept, setKept] = useState<Bookmark | null>(null);
  const [changes, setChanges] = useState<Changes>({});
  const load = useAction(findBookmark);
  const save = useAction(setBookmark);
  const remove = useAction(removeBookmark);
  const isBusy = load.isRunning || save.isRunning || remove.isRunning;
  const { note = kept?.note ?? "", reminder = kept?.remind_at ? "kept" : "none", moment = "" } = changes;
  const change = (more: Changes) => setChanges({ ...changes, ...more });
  const find = async () => {
    const outcome = await load.run(thing);
    if (!outcome || outcome.failure) return;
    const found = outcome.value;
    const isAhead = found?.remind_at && new Date(found.remind_at) > new Date();
    setKept(found && { ...found, remind_at: isAhead ? found.remind_at : null });
  };
  const handleOpen = useEffectEvent(() => {
    setChanges({});
    find();
  });
  useEffect(() => {
    if (isOpen) handleOpen();
  }, [isOpen]);
  const finish = async (outcome: Outcome<unknown> | null, done: string) => {
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(done, { tone: "success" });
    await refresh();
  };
  const at = reminder === "kept" ? (kept?.remind_at ?? null) : remindAt(reminder, moment, new Date());
  const isMissing = reminder === "own" && at === null;
  const handleSave = async () => {
    // The stored note is unknown: it would be lost.
    if (load.failure) await find();
    else if (!isMissing) await finish(await save.run(thing, at, note), t("topics.bookmark.kept"));
  };
  const handleRemove = async () => finish(await remove.run(thing), t("topics.bookmark.removed"));
  const options = useReminders(kept);
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(kept ? "topics.bookmark.change" : "topics.bookmark.add")}
      confirm={t("common.save")}
      isBusy={isBusy}
      failure={load.failure ?? save.failure ?? remove.failure}
      onConfirm={handleSave}
      onClose={onClose}
    >
      <SelectField
        label={t("topics.bookmark.remind")}
        value={reminder}
        options={options}
        onChange={(event) => change({ reminder: event.target.value as Reminder })}
      />
      {reminder === "own" && (
        <TextField
          label={t("topics.bookmark.moment")}
          type="datetime-local"
          value={moment}
          error={isMissing && moment !== "" ? t("topics.bookmark.past") : null}
          onChange={(event) => change({ moment: event.target.value })}
        />
      )}
      <TextField
        label={t("topics.bookmark.note")}
        value={note}
        maxLength={200}
        onChange={(event) => change({ note: event.target.value })}
      />
      {kept && (
        <p>
          <Button look="quiet" onClick={handleRemove}>
            {t("topics.bookmark.remove")}
          </Button>
        </p>
      )}
    </ConfirmDialog>
  );
}

/** The choices, first the moment that is set already. */
function useReminders(kept: Bookmark | null) {
  const { t } = useTranslation();
  const lang = useLang();
  const zone = useTimeZone();
  const named = REMINDERS.map((value) => ({ value, label: t(`topics.bookmark.remind.${value}`) }));
  if (!kept?.remind_at) return named;
  return [{ value: "kept", label: formatMoment(lang, kept.remind_at, zone) }, ...named];
}
