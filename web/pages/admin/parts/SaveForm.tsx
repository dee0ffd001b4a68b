import { Button } from "../../../components/Button";
import { RestoredNote } from "../../../components/drafts/RestoredNote";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { DraftState } from "../../../components/fields/DraftState";
import { focusFirstMistake } from "../../../lib/forms/mistakes";
import type { FormDraft } from "../../../lib/forms/useFormDraft";
import type { Action } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./parts.module.css";

interface Props {
  /** The write: its state and its error. */
  action: Pick<Action<never, unknown>, "isRunning" | "failure">;
  onSave: () => void;
  /** Where the form opened in the place of something else, and goes when it is done. */
  onCancel?: () => void;
  /** Label of the button, if it does more than save. */
  label?: string;
  /** Error of the whole form, beside those at its fields. */
  mistake?: string | null;
  /** Typed text survives a reload. */
  draft?: FormDraft;
  children: React.ReactNode;
}

/**
 * The form around an administrator's fields: sending, which goes to the first wrong field instead if there is one, and at
 * its foot what is wrong, the button and the way back.
 */
export function SaveForm({ action, onSave, onCancel, label, mistake, draft, children }: Props) {
  const { t } = useTranslation();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
        focusFirstMistake(event.currentTarget);
      }}
    >
      {draft && <RestoredNote draft={draft} />}
      {children}
      {mistake && (
        <Notice tone="bad" isAlert>
          {mistake}
        </Notice>
      )}
      <FailureNotice failure={action.failure} onRetry={onSave} />
      <div className="cluster">
        <Button type="submit" look="primary" isBusy={action.isRunning}>
          {label ?? t("common.save")}
        </Button>
        {onCancel && (
          <Button look="quiet" onClick={onCancel}>
            {t("common.cancel")}
          </Button>
        )}
        {draft && <DraftState state={draft.state} />}
      </div>
    </form>
  );
}
