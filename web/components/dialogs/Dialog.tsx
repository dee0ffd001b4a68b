import { useEffect, useId, useRef } from "react";
import styles from "./Dialog.module.css";

interface Props {
  isOpen: boolean;
  title: React.ReactNode;
  children: React.ReactNode;
  /** Its buttons; the one that closes it first. */
  foot: React.ReactNode;
  /** For two columns side by side. */
  isWide?: boolean;
  onClose: () => void;
}

/** The native dialog traps focus, closes on Escape and restores focus. */
export function Dialog({ isOpen, title, children, foot, isWide, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    // The dialog is the browser's; opening it as a modal is only possible by call.
    if (isOpen && !dialog.current?.open) dialog.current?.showModal();
    if (!isOpen && dialog.current?.open) dialog.current.close();
  }, [isOpen]);

  return (
    <dialog
      ref={dialog}
      className={styles.dialog}
      data-wide={isWide || undefined}
      aria-labelledby={titleId}
      onClose={onClose}
    >
      {isOpen && (
        <div className="stack">
          <h2 id={titleId}>{title}</h2>
          {children}
          <div className={styles.foot}>{foot}</div>
        </div>
      )}
    </dialog>
  );
}
