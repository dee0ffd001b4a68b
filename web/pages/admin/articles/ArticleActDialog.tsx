import { useCallback, useState } from "react";
import { Counts } from "../../../components/bulk/Counts";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useFetched } from "../../../lib/requests/useFetched";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import {
  type ArticleAct,
  type ArticleActPreview,
  applyArticleAct,
  previewArticleAct,
  undoArticleAct,
} from "./articleActs";

interface Props {
  kind: ArticleAct;
  articles: string[];
  onClose: () => void;
  onDone: () => void;
}

/** Shows what an act on several articles is about to change, asks, and does it. */
export function ArticleActDialog({ kind, articles, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [act] = useState(newId);
  const [typed, setTyped] = useState("");
  const takesTag = kind === "tag" || kind === "untag";
  const tag = takesTag ? typed.trim() : undefined;
  const { value: preview, failure } = usePreview(kind, articles, tag);
  const action = useAction(applyArticleAct);
  const handleConfirm = async () => {
    if (!preview?.changed) return;
    const outcome = await action.run(act, kind, articles, tag);
    if (!outcome || outcome.failure) return;
    onDone();
    offerUndo(t("topics.bulk.done", { count: outcome.value }), () => undoArticleAct(act));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen
      title={t(`admin.articles.act.${kind}`)}
      confirm={t(`admin.articles.act.${kind}`)}
      isDanger={kind === "delete"}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t(`admin.articles.about.${kind}`)}</p>
      {takesTag && (
        <TextField
          label={t("topics.bulk.tag")}
          required
          maxLength={40}
          autoComplete="off"
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      )}
      <FailureNotice failure={failure} />
      {tag !== "" && !failure && <ActCounts preview={preview} />}
      {tag !== "" && !failure && (
        <p className="soft small">{t(preview?.changed === 0 ? "topics.bulk.nothing" : "topics.bulk.undoable")}</p>
      )}
    </ConfirmDialog>
  );
}

function ActCounts({ preview }: { preview: ArticleActPreview | null }) {
  const { t } = useTranslation();
  return (
    <Counts
      counts={
        preview && [
          [t("admin.articles.title"), preview.changed],
          [t("topics.bulk.unchanged"), preview.unchanged],
          [t("admin.articles.texts"), preview.languages],
          [t("admin.articles.refused"), preview.refused],
        ]
      }
    />
  );
}

/** Asked again when the tag changes; without a tag, not yet. */
function usePreview(kind: ArticleAct, articles: string[], tag: string | undefined) {
  const ids = articles.join();
  const load = useCallback(
    async () => (tag === "" ? null : previewArticleAct(kind, ids.split(","), tag)),
    [kind, ids, tag],
  );
  return useFetched(load);
}
