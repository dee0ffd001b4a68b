import { useSyncExternalStore } from "react";
import { useTranslation } from "../../lib/texts";
import { closeToast, listToasts, subscribeToasts, type Toast } from "../../lib/toasts";
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from "../icons";
import styles from "./Toasts.module.css";

const ICONS = { info: InfoIcon, success: CheckIcon, error: AlertIcon };
const NONE: readonly Toast[] = [];

export function Toasts() {
  const toasts = useSyncExternalStore(subscribeToasts, listToasts, () => NONE);
  return (
    <div className={styles.stack} aria-live="polite" role="status">
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

interface ToastCardProps {
  toast: Toast;
}

function ToastCard({ toast }: ToastCardProps) {
  const { t } = useTranslation();
  const Icon = ICONS[toast.tone];
  return (
    <div className={styles.toast} data-tone={toast.tone}>
      <Icon />
      <p className={styles.text}>{toast.text}</p>
      {toast.action && (
        <button type="button" className={styles.action} onClick={toast.action.run}>
          {toast.action.label}
        </button>
      )}
      <button
        type="button"
        className={styles.close}
        aria-label={t("common.close")}
        onClick={() => closeToast(toast.id)}
      >
        <CloseIcon size={18} />
      </button>
    </div>
  );
}
