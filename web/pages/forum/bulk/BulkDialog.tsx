import { useEffect, useState } from "react";
import { Counts } from "../../../components/bulk/Counts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { SelectField, TextField } from "../../../components/fields/Field";
import {
  type ActKind,
  type ActValue,
  applyAct,
  type Preview,
  previewAct,
  undoAct,
} from "../../../lib/api/community/acts";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { ForumSelect } from "../moderate/ForumSelect";
import { REASONS } from "../moderate/manageTypes";

export type BulkKind = Extract<ActKind, "move" | "tag" | "lock" | "unlock" | "hide" | "delete">;

interface Props {
  kind: BulkKind;
  posts: string[];
  replies: string[];
  onClose: () => void;
  onDone: () => void;
}

const BATCH = 50;

/** Shows what an act on several posts or replies is about to change, asks, and does it in batches. */
export function BulkDialog({ kind, posts, replies, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [value, setValue] = useState<ActValue>({});
  const preview = usePreview(kind, posts, replies, value);
  const action = useAction(applyInBatches);
  const isReady = kind === "move" ? value.forum : kind !== "tag" || value.tag?.trim();
  const isNeeded = preview === null || preview.topics + preview.replies > 0;
  const handleConfirm = async () => {
    if (!isReady || !isNeeded) return;
    const act = newId();
    const outcome = await action.run(act, kind, posts, replies, value);
    if (!outcome || outcome.failure) return;
    onDone();
    offerUndo(t("topics.bulk.done", { count: outcome.value }), () => undoAct(act));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`topics.bulk.act.${kind}`)}
      confirm={t(`topics.bulk.act.${kind}`)}
      isDanger={kind === "delete"}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t(`topics.bulk.about.${kind}`)}</p>
      <ValueField kind={kind} value={value} onChange={setValue} />
      <Counts
        counts={
          preview && [
            [t("topics.bulk.posts"), preview.topics],
            [t("topics.bulk.replies"), preview.replies],
            [t("topics.bulk.authors"), preview.authors],
            [t("topics.bulk.unchanged"), preview.unchanged],
          ]
        }
      />
      <p className="soft small">{t(isNeeded ? "topics.bulk.undoable" : "topics.bulk.nothing")}</p>
    </ConfirmDialog>
  );
}

interface ValueProps {
  kind: BulkKind;
  value: ActValue;
  onChange: (value: ActValue) => void;
}

function ValueField({ kind, value, onChange }: ValueProps) {
  const { t } = useTranslation();
  if (kind === "move") return <ForumSelect value={value.forum ?? ""} onChange={(forum) => onChange({ forum })} />;
  if (kind === "tag") {
    return (
      <TextField
        label={t("topics.bulk.tag")}
        required
        maxLength={40}
        autoComplete="off"
        value={value.tag ?? ""}
        onChange={(event) => onChange({ tag: event.target.value })}
      />
    );
  }
  if (kind !== "lock") return null;
  return (
    <SelectField
      label={t("topics.manage.reason")}
      value={value.reason ?? ""}
      options={[
        { value: "", label: t("topics.manage.noReason") },
        ...REASONS.map((reason) => ({ value: reason, label: t(`forum.locked.${reason}`) })),
      ]}
      onChange={({ target }) => onChange(target.value ? { reason: target.value } : {})}
    />
  );
}

/** Asked again when the act is described further. */
function usePreview(kind: BulkKind, posts: string[], replies: string[], value: ActValue): Preview | null {
  const [preview, setPreview] = useState<Preview | null>(null);
  const wanted = JSON.stringify([kind, posts, value, replies]);
  useEffect(() => {
    let isOver = false;
    const [asked, ids, details, replyIds] = JSON.parse(wanted);
    previewAct(asked, ids, details, replyIds).then((outcome) => {
      if (!isOver && outcome.value) setPreview(outcome.value);
    });
    return () => {
      isOver = true;
    };
  }, [wanted]);
  return preview;
}

/** How many it changed. A batch that failed is sent again with the same act. */
async function applyInBatches(act: string, kind: ActKind, posts: string[], replies: string[], value: ActValue) {
  let changed = 0;
  for (let done = 0; done < Math.max(posts.length, replies.length); done += BATCH) {
    const part = (ids: string[]) => ids.slice(done, done + BATCH);
    const outcome = await applyAct(act, kind, part(posts), value, part(replies));
    if (outcome.failure) return outcome;
    changed += outcome.value;
  }
  return { value: changed, failure: null };
}
