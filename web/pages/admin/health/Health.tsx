import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { Notice } from "../../../components/feedback/Notice";
import type { HealthPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { Backups } from "./Backups";
import { Finding } from "./Finding";
import styles from "./Health.module.css";

/** The checks of the site with an advice for each, and its backups. */
export function Health({ data }: PageProps<HealthPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.health.title")} lead={t("admin.health.lead")}>
      {data.areOld && <Notice tone="bad">{t("admin.health.old")}</Notice>}
      <section className={styles.section} aria-labelledby="health-checks">
        <h2 id="health-checks">{t("admin.health.checks")}</h2>
        <ListState
          items={data.findings}
          empty={<EmptyState title={t("admin.health.unchecked")}>{t("admin.health.uncheckedText")}</EmptyState>}
        >
          {(findings) => (
            <ul className={styles.list}>
              {findings.map((finding) => (
                <Finding key={finding.subject} finding={finding} />
              ))}
            </ul>
          )}
        </ListState>
        {data.checkedAt && (
          <p className="soft small">
            <DateTime value={data.checkedAt} say={(date) => t("admin.health.checkedAt", { date })} />
          </p>
        )}
      </section>
      <Backups data={data} />
    </AdminPage>
  );
}
