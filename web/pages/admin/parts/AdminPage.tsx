import { Notice } from "../../../components/feedback/Notice";
import { useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
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
      <EmailNotice />
      {children}
    </div>
  );
}

/** Visitors who wait for an email cannot report that none arrives. */
function EmailNotice() {
  const { t } = useTranslation();
  const state = useVisitor()?.emails ?? "ok";
  if (state === "ok") return null;
  return <Notice tone="bad">{t(`admin.emails.${state}`)}</Notice>;
}
