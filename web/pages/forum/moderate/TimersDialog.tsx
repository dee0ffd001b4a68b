import { useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { ForumOpeningPost } from "../../../generated/payloads";
import { setTopicState } from "../../../lib/api/community/acts";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { type ManageProps, REASONS } from "./manageTypes";

const PACES = [60, 600, 3600, 86_400] as const;

/** Locking with a reason, the timers of a post, and slow mode. */
export function TimersDialog({ data, isOpen, onClose }: ManageProps) {
  const { t } = useTranslation();
  const { post } = data;
  const refresh = useRefresh();
  const action = useAction(setTopicState);
  const [values, setValues] = useState(() => readValues(post));
  const change = (changes: Partial<typeof values>) => setValues({ ...values, ...changes });
  const handleSave = async () => {
    const { isLocked, reason, note, lockAt, unlockAt, pinnedUntil, slowSeconds } = values;
    const outcome = await action.run(post.entry.id, {
      isLocked,
      reason,
      note,
      lockAt: isLocked ? null : toMoment(lockAt),
      unlockAt: toMoment(unlockAt),
      ...(pinnedUntil ? { isPinned: true, pinnedUntil: toMoment(pinnedUntil) } : { pinnedUntil: null }),
      slowSeconds: slowSeconds ? Number(slowSeconds) : null,
    });
    if (!outcome || outcome.failure) return;
    onClose();
    showToast(t("topics.manage.saved"), { tone: "success" });
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("topics.manage.timers")}
      confirm={t("common.save")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleSave}
      onClose={onClose}
    >
      <SelectField
        label={t("topics.manage.replying")}
        required
        value={values.isLocked ? "locked" : "open"}
        options={[
          { value: "open", label: t("topics.manage.open") },
          { value: "locked", label: t("forum.forum.locked") },
        ]}
        onChange={(event) => change({ isLocked: event.target.value === "locked" })}
      />
      <SelectField
        label={t("topics.manage.reason")}
        value={values.reason}
        options={[
          { value: "", label: t("topics.manage.noReason") },
          ...REASONS.map((value) => ({ value, label: t(`forum.locked.${value}`) })),
        ]}
        onChange={(event) => change({ reason: event.target.value })}
      />
      <TextField
        label={t("topics.manage.note")}
        maxLength={200}
        value={values.note}
        onChange={(event) => change({ note: event.target.value })}
      />
      <Moments values={values} change={change} />
      <SelectField
        label={t("topics.manage.slow")}
        value={values.slowSeconds}
        options={[
          { value: "", label: t("topics.manage.slow.off") },
          ...PACES.map((pace) => ({ value: String(pace), label: t(`topics.manage.slow.${pace}`) })),
        ]}
        onChange={(event) => change({ slowSeconds: event.target.value })}
      />
    </ConfirmDialog>
  );
}

type Values = ReturnType<typeof readValues>;

function Moments({ values, change }: { values: Values; change: (changes: Partial<Values>) => void }) {
  const { t } = useTranslation();
  const names = values.isLocked ? (["unlockAt", "pinnedUntil"] as const) : (["lockAt", "pinnedUntil"] as const);
  return names.map((name) => (
    <TextField
      key={name}
      type="datetime-local"
      label={t(`topics.manage.${name}`)}
      value={values[name]}
      onChange={(event) => change({ [name]: event.target.value })}
    />
  ));
}

function readValues({ isLocked, lockReason, lockNote, timers }: ForumOpeningPost) {
  return {
    isLocked,
    reason: lockReason ?? "",
    note: lockNote,
    lockAt: toField(timers.lockAt),
    unlockAt: toField(timers.unlockAt),
    pinnedUntil: toField(timers.pinnedUntil),
    slowSeconds: timers.slowSeconds === null ? "" : String(timers.slowSeconds),
  };
}

const toMoment = (field: string) => (field ? new Date(field).toISOString() : null);

/** In the device's own time, as a field of the browser takes it. */
function toField(moment: string | null): string {
  if (!moment) return "";
  const date = new Date(moment);
  return new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
