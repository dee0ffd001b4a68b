import { useSyncExternalStore } from "react";
import { useTranslation } from "../../lib/texts";
import { closeToast, listToasts, subscribeToasts, type Toast } from "../../lib/toasts";
import styles from "./Toasts.module.css";

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
  return (
    <div className={styles.toast} data-tone={toast.tone}>
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
        ×
      </button>
    </div>
  );
}
