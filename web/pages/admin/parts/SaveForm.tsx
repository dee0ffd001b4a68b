import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import type { Action } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./parts.module.css";

interface Props {
  /** The write: its state and its error. */
  action: Pick<Action<never, unknown>, "isRunning" | "failure">;
  onSave: () => void;
  /** Where the form opened in the place of something else, and goes when it is done. */
  onCancel?: () => void;
  /** What the button says, where that is more than to save. */
  label?: string;
  /** What is wrong with the whole, beside what stands at its fields. */
  mistake?: string | null;
  children: React.ReactNode;
}

/** The form around an administrator's fields: sending, and at its foot what is wrong, the button and the way back. */
export function SaveForm({ action, onSave, onCancel, label, mistake, children }: Props) {
  const { t } = useTranslation();
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
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
      </div>
    </form>
  );
}
