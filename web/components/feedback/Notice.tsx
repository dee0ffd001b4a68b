import { AlertIcon, CheckIcon, InfoIcon } from "../icons";
import styles from "./Notice.module.css";

interface NoticeProps {
  tone?: "info" | "good" | "note" | "bad";
  /** Said at once by a screen reader, when it appears because of what the reader did. */
  isAlert?: boolean;
  children: React.ReactNode;
  action?: React.ReactNode;
}

const ICONS = { info: InfoIcon, good: CheckIcon, note: InfoIcon, bad: AlertIcon };

/** A remark in the flow of the page. */
export function Notice({ tone = "info", isAlert = false, children, action }: NoticeProps) {
  const Icon = ICONS[tone];
  return (
    <div className={styles.notice} data-tone={tone} role={isAlert ? "alert" : undefined}>
      <Icon />
      <div className={styles.text}>{children}</div>
      {action}
    </div>
  );
}
