import { useEffect, useState } from "react";
import { Counts } from "../../../components/bulk/Counts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { CheckField } from "../../../components/fields/Field";
import { ReasonField } from "../../../components/penalties/ReasonField";
import { type CleanPreview, cleanMember, previewClean, undoAct } from "../../../lib/api/community/acts";
import type { Failure } from "../../../lib/requests/errors";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";

interface Props {
  member: { id: string; displayName: string };
  onClose: () => void;
}

/** Removes all posts and replies of a member, after a preview, in batches; on request with a ban. */
export function CleanDialog({ member, onClose }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { preview, failure } = usePreview(member.id);
  const [act] = useState(newId);
  const [done, setDone] = useState(0);
  const [reason, setReason] = useState<string | null>(null);
  const [isChecked, setChecked] = useState(false);
  const action = useAction(cleanInBatches);
  const all = preview ? preview.topics + preview.replies : 0;
  const isMissing = reason?.trim() === "";
  const handleConfirm = async () => {
    setChecked(true);
    if (!preview || isMissing || (all === 0 && reason === null)) return;
    const outcome = await action.run(act, member.id, reason?.trim() ?? null, setDone);
    if (!outcome || outcome.failure) return;
    onClose();
    offerUndo(t("topics.bulk.done", { count: outcome.value }), () => undoAct(act));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t("topics.clean.act")}
      confirm={t("topics.clean.act")}
      isDanger
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t("topics.clean.text", { name: member.displayName })}</p>
      <FailureNotice failure={failure} />
      {!failure && <CleanCounts preview={preview} />}
      <CheckField
        label={t("topics.clean.ban")}
        checked={reason !== null}
        onChange={(event) => setReason(event.target.checked ? "" : null)}
      />
      {reason !== null && <ReasonField value={reason} isMissing={isChecked && isMissing} onChange={setReason} />}
      <p className="soft small" role="status">
        {action.isRunning
          ? t("topics.clean.progress", { done, all })
          : t(preview && all === 0 ? "topics.clean.none" : "topics.bulk.undoable")}
      </p>
    </ConfirmDialog>
  );
}

function CleanCounts({ preview }: { preview: CleanPreview | null }) {
  const { t } = useTranslation();
  return (
    <Counts
      counts={
        preview && [
          [t("topics.bulk.posts"), preview.topics],
          [t("topics.bulk.replies"), preview.replies],
          [t("topics.clean.below"), preview.below],
          [t("topics.clean.elsewhere"), preview.elsewhere],
        ]
      }
    />
  );
}

function usePreview(member: string): { preview: CleanPreview | null; failure: Failure | null } {
  const [outcome, setOutcome] = useState<Awaited<ReturnType<typeof previewClean>> | null>(null);
  useEffect(() => {
    let isOver = false;
    previewClean(member).then((answer) => {
      if (!isOver) setOutcome(answer);
    });
    return () => {
      isOver = true;
    };
  }, [member]);
  return { preview: outcome?.value ?? null, failure: outcome?.failure ?? null };
}

/** Until a batch finds nothing. How many were removed. */
async function cleanInBatches(act: string, member: string, reason: string | null, onDone: (done: number) => void) {
  let removed = 0;
  for (;;) {
    const outcome = await cleanMember(act, member, reason);
    if (outcome.failure) return outcome;
    if (outcome.value === 0) return { value: removed, failure: null };
    removed += outcome.value;
    onDone(removed);
  }
}
