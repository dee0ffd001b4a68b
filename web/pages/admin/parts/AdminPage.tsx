import { Link, useLocation } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { LeaveGuard } from "../../../components/drafts/LeaveGuard";
import { Notice } from "../../../components/feedback/Notice";
import { BackIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import { useLang, useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { AdminFrame } from "../frame/AdminFrame";
import styles from "./AdminPage.module.css";

interface Props {
  title: string;
  /** Above the title: the list that the page is part of. */
  back?: { to: string; label: string };
  /** Under the title: what the page is for. */
  lead?: string;
  /** Across from the title. */
  action?: React.ReactNode;
  children: React.ReactNode;
}

/** Frame and title of every page of the administration. */
export function AdminPage({ title, back, lead, action, children }: Props) {
  return (
    <AdminFrame>
      <div className={styles.page}>
        <div className={styles.head}>
          <div className={styles.title}>
            {back && (
              <Link className={styles.back} to={back.to}>
                <BackIcon size={18} />
                {back.label}
              </Link>
            )}
            <h1>{title}</h1>
            {lead && <p className="soft">{lead}</p>}
          </div>
          {action}
        </div>
        <EmailNotice />
        {children}
        <LeaveGuard />
      </div>
    </AdminFrame>
  );
}

/** Visitors who wait for an email cannot report that none arrives. */
function EmailNotice() {
  const { t } = useTranslation();
  const lang = useLang();
  const { pathname } = useLocation();
  const state = useVisitor()?.emails ?? "ok";
  if (state === "ok") return null;
  const isThere = pathname === pathTo.adminEmail({ lang });
  return (
    <Notice
      tone="bad"
      action={!isThere && <ButtonLink to={pathTo.adminEmail({ lang })}>{t("admin.email.setUp")}</ButtonLink>}
    >
      {t(`admin.emails.${state}`)}
    </Notice>
  );
}
