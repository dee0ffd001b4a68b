import { useEffect, useId, useRef } from "react";
import type { Failure } from "../lib/requests/errors";
import { useTranslation } from "../lib/texts";
import { Button } from "./Button";
import styles from "./ConfirmDialog.module.css";
import { FailureNotice } from "./feedback/FailureNotice";

interface ConfirmDialogProps {
  isOpen: boolean;
  title: string;
  children?: React.ReactNode;
  /** The name of the action: "Delete", never "OK". */
  confirm: string;
  isDanger?: boolean;
  isBusy?: boolean;
  failure?: Failure | null;
  onConfirm: () => void;
  onClose: () => void;
}

/** Asks for confirmation. The native dialog traps focus, closes on Escape and restores focus. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const {
    isOpen,
    title,
    children,
    confirm,
    isDanger = false,
    isBusy = false,
    failure = null,
    onConfirm,
    onClose,
  } = props;
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    // The dialog is the browser's; opening it as a modal is only possible by call.
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} className={styles.dialog} aria-labelledby={titleId} onClose={onClose}>
      {isOpen && (
        <div className="stack">
          <h2 id={titleId}>{title}</h2>
          {children}
          <FailureNotice failure={failure} onRetry={onConfirm} />
          <div className={styles.acts}>
            <Button onClick={onClose}>{t("common.goBack")}</Button>
            <Button look={isDanger ? "danger" : "primary"} isBusy={isBusy} onClick={onConfirm}>
              {confirm}
            </Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
