import styles from "./EmptyState.module.css";

interface EmptyStateProps {
  title: string;
  children?: React.ReactNode;
  /** The next step: a link or a button. */
  action?: React.ReactNode;
}

/** The text for an empty list, with the next step if there is one. */
export function EmptyState({ title, children, action }: EmptyStateProps) {
  return (
    <div className={styles.empty}>
      <svg className={styles.picture} viewBox="0 0 120 64" aria-hidden="true">
        <path d="M60 6 10 30h100Z" />
        <path d="M20 30v26M46 30v26M74 30v26M100 30v26M8 58h104" />
      </svg>
      <p className={styles.title}>{title}</p>
      {children && <div className="soft">{children}</div>}
      {action}
    </div>
  );
}
