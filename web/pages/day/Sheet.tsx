import { useEffect, useId, useRef } from "react";
import { Button } from "../../components/Button";
import { useTranslation } from "../../lib/texts";
import styles from "./day.module.css";

interface Props {
  isOpen: boolean;
  title: React.ReactNode;
  children: React.ReactNode;
  onClose: () => void;
}

/** A dialog with several acts in it, which stays open until it is closed. The native one traps and restores focus. */
export function Sheet({ isOpen, title, children, onClose }: Props) {
  const { t } = useTranslation();
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    // The dialog is the browser's; opening it as a modal is only possible by call.
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return (
    <dialog ref={dialog} className={styles.sheet} aria-labelledby={titleId} onClose={onClose}>
      {isOpen && (
        <div className="stack">
          <h2 id={titleId}>{title}</h2>
          {children}
          <div className={styles.sheetFoot}>
            <Button onClick={onClose}>{t("common.close")}</Button>
          </div>
        </div>
      )}
    </dialog>
  );
}
