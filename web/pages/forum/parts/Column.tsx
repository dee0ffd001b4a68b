import styles from "./Column.module.css";

interface Props {
  children: React.ReactNode;
}

export function Column({ children }: Props) {
  return <div className={styles.column}>{children}</div>;
}
