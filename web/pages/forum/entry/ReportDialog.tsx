import { useId, useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextArea } from "../../../components/fields/Field";
import type { ReportReason } from "../../../lib/api/forum";
import { newId } from "../../../lib/requests/newId";
import { useAction } from "../../../lib/requests/useAction";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./report.module.css";

interface Props {
  isOpen: boolean;
  /** Of something that is not the entry itself. */
  title?: string;
  /** Sends the report; sent again with the same id, it is stored once. */
  onReport: (id: string, reason: ReportReason, note: string) => Promise<Outcome<unknown>>;
  onClose: () => void;
}

const REASONS: readonly ReportReason[] = ["spam", "abuse", "private", "other"];
const ALREADY_REPORTED = "forum.error.reported";
const MAX_NOTE = 1000;

/** Reports an entry to the administrators. */
export function ReportDialog({ isOpen, title, onReport, onClose }: Props) {
  const { t } = useTranslation();
  const [reason, setReason] = useState<ReportReason | null>(null);
  const [note, setNote] = useState("");
  const [isMissing, setMissing] = useState(false);
  const action = useAction(onReport);
  const handleConfirm = async () => {
    setMissing(reason === null);
    if (reason === null) return;
    const outcome = await action.run(newId(), reason, note);
    const isKnown = outcome?.failure?.key === ALREADY_REPORTED;
    if (!outcome || (outcome.failure && !isKnown)) return;
    onClose();
    showToast(isKnown ? t(ALREADY_REPORTED) : t("forum.report.sent"), { tone: "success" });
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={title ?? t("forum.report.title")}
      confirm={t("forum.report.send")}
      isBusy={action.isRunning}
      failure={action.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <Reasons chosen={reason} isMissing={isMissing && reason === null} onChoose={setReason} />
      <TextArea
        label={t("forum.report.note")}
        value={note}
        maxLength={MAX_NOTE}
        rows={3}
        onChange={(event) => setNote(event.target.value)}
      />
    </ConfirmDialog>
  );
}

interface ReasonsProps {
  chosen: ReportReason | null;
  isMissing: boolean;
  onChoose: (reason: ReportReason) => void;
}

function Reasons({ chosen, isMissing, onChoose }: ReasonsProps) {
  const { t } = useTranslation();
  const name = useId();
  const texts: Record<ReportReason, string> = {
    spam: t("forum.report.spam"),
    abuse: t("forum.report.abuse"),
    private: t("forum.report.private"),
    other: t("forum.report.other"),
  };
  return (
    <fieldset className={styles.reasons} aria-describedby={isMissing ? `${name}-error` : undefined}>
      <legend className={styles.legend}>{t("forum.report.reason")}</legend>
      {REASONS.map((reason) => (
        <label key={reason} className={styles.reason}>
          <input type="radio" name={name} checked={chosen === reason} onChange={() => onChoose(reason)} />
          <span>{texts[reason]}</span>
        </label>
      ))}
      <p id={`${name}-error`} className={styles.error} aria-live="polite">
        {isMissing && t("forum.error.reasonMissing")}
      </p>
    </fieldset>
  );
}
