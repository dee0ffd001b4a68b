import { Drawing, type DrawingName } from "./Drawing";
import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: React.ReactNode;
  /** The next step: a link or a button. */
  action?: React.ReactNode;
  /** Kind of the empty list: texts of members (`talk`), days and bookings (`calendar`), search results (`shelf`). */
  drawing?: DrawingName;
}

/** The text for an empty list, with the next step if there is one. */
export function EmptyState({ title, children, action, drawing = "talk" }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} className={styles.picture} />
      <p className={`heading ${styles.title}`}>{title}</p>
      {children && <div className={styles.text}>{children}</div>}
      {action}
    </div>
  );
}
