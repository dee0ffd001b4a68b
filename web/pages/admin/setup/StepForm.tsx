import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { useTranslation } from "../../../lib/texts";
import styles from "./Setup.module.css";
import type { StepControl } from "./useStep";

interface Props {
  title: string;
  lead: string;
  control: StepControl;
  /** Label of the button, if it does more than save. */
  label?: string;
  /** Something other than the step's own write is under way. */
  isBusy?: boolean;
  /** Error of the whole form. */
  mistake?: string | null;
  onSave: () => void;
  children: React.ReactNode;
}

/** One step: its question, its fields, and the ways on: save, skip, undo. */
export function StepForm({ title, lead, control, label, isBusy = false, mistake, onSave, children }: Props) {
  const { t } = useTranslation();
  const isDone = control.state === "done";
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <div className={styles.question}>
        <h1>{title}</h1>
        <p className="soft">{lead}</p>
      </div>
      {children}
      {mistake && (
        <Notice tone="bad" isAlert>
          {mistake}
        </Notice>
      )}
      <FailureNotice failure={control.failure} />
      <div className={styles.acts}>
        <Button type="submit" look="primary" isWide isBusy={isBusy || control.saving.isRunning}>
          {label ?? t("admin.setup.save")}
        </Button>
        <Button look="quiet" onClick={control.skip}>
          {t(isDone ? "admin.setup.goOn" : "admin.setup.skip")}
        </Button>
        {isDone && (
          <Button look="quiet" onClick={control.undo}>
            {t("admin.setup.undoStep")}
          </Button>
        )}
      </div>
    </form>
  );
}
