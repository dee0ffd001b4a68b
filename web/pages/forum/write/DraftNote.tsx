import { Notice } from "../../../components/feedback/Notice";
import type { DraftState as State } from "../../../lib/forms/drafts";
import { useTranslation } from "../../../lib/texts";

interface NoteProps {
  draft: { isRestored: boolean };
}

/** Said when a form opens with what was written earlier. */
export function DraftNote({ draft }: NoteProps) {
  const { t } = useTranslation();
  return draft.isRestored ? <Notice>{t("forum.write.restored")}</Notice> : null;
}

interface StateProps {
  state: State;
}

/** Where the draft is safe by now. Not read out: it would speak at every pause in typing. */
export function DraftState({ state }: StateProps) {
  const { t } = useTranslation();
  if (state !== "saved" && state !== "local") return null;
  return <span className="soft small">{t(state === "saved" ? "forum.write.saved" : "forum.write.local")}</span>;
}
