import { AdminNav } from "./AdminNav";
import styles from "./AdminPage.module.css";

interface Props {
  title: string;
  /** Across from the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
}

/** What every page of the administration has: its title, and the way to the others. */
export function AdminPage({ title, action, children }: Props) {
  return (
    <div className={`stack ${styles.page}`}>
      <div className={styles.head}>
        <h1>{title}</h1>
        {action}
      </div>
      <AdminNav />
      {children}
    </div>
  );
}
