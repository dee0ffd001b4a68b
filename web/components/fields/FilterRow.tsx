import styles from "./FilterRow.module.css";

interface Props {
  label: string;
  children: React.ReactNode;
}

/** Tags that narrow a list. On a phone it is one scrolling row, so that the results start on the first screen. */
export function FilterRow({ label, children }: Props) {
  return (
    <nav className={styles.row} aria-label={label}>
      {children}
    </nav>
  );
}

/** Several of them, one below the other. */
export function FilterRows({ children }: Pick<Props, "children">) {
  return <div className={styles.rows}>{children}</div>;
}
