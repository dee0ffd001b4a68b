import { useEffect, useRef } from "react";
import type { FormDraft } from "../../lib/forms/useFormDraft";
import { useTranslation } from "../../lib/texts";
import { closeToast, showToast } from "../../lib/toasts";
import { Button } from "../Button";
import { Notice } from "../feedback/Notice";

interface Props {
  draft: FormDraft;
}

/** Said when a form opens with what was typed earlier, with the way back to what is saved. */
export function RestoredNote({ draft }: Props) {
  const { t } = useTranslation();
  const toast = useRef(0);
  // The toast puts the draft back into this form: it goes with the form.
  useEffect(() => () => closeToast(toast.current), []);
  const handleDiscard = () => {
    const putBack = draft.discard();
    const run = () => {
      closeToast(toast.current);
      putBack();
    };
    toast.current = showToast(t("draft.discarded"), { life: 15_000, action: { label: t("common.undo"), run } });
  };
  if (!draft.isRestored) return null;
  return (
    <Notice
      tone={draft.isOutdated ? "note" : "info"}
      action={
        <Button size="small" onClick={handleDiscard}>
          {t("draft.discard")}
        </Button>
      }
    >
      {t(draft.isOutdated ? "draft.outdated" : "draft.restored")}
    </Notice>
  );
}
