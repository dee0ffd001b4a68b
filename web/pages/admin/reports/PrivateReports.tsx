import { Button, ButtonLink } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { SectionHead } from "../../../components/parts/Heads";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { PrivateReport } from "../../../generated/payloads";
import { handlePrivateReport } from "../../../lib/api/people/privateReports";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";
import styles from "./reports.module.css";

/** Private messages that members have reported: each a copy, without the conversation around it. */
export function PrivateReports({ reports }: { reports: readonly PrivateReport[] }) {
  const { t } = useTranslation();
  if (reports.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="private">
      <SectionHead id="private" title={t("admin.reports.private")} />
      <p className="soft">{t("admin.reports.privateLead")}</p>
      <ul className={parts.list}>
        {reports.map((report) => (
          <PrivateCard key={report.id} report={report} />
        ))}
      </ul>
    </section>
  );
}

function PrivateCard({ report }: { report: PrivateReport }) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const { run, isRunning } = useQuickAction();
  const former = t("forum.formerMember");
  const names = { author: report.authorName ?? former, name: report.reporterName ?? former };
  const when = formatMoment(lang, report.createdAt, timeZone);
  return (
    <Card as="li">
      <p className={styles.note}>{report.body}</p>
      <div className={styles.facts}>
        <Tag tone="bad">{t(`forum.report.${report.reason}`)}</Tag>
        <span className="soft small" suppressHydrationWarning>
          {t("admin.reports.privateBy", { ...names, when })}
        </span>
      </div>
      {report.note && <p>{report.note}</p>}
      {report.status === "open" && (
        <div className="cluster">
          {report.authorId && (
            <ButtonLink to={pathTo.adminMember({ lang, memberId: report.authorId })}>{report.authorName}</ButtonLink>
          )}
          <Button
            isBusy={isRunning}
            onClick={() => run(() => handlePrivateReport(report.id, "upheld"), t("admin.reports.done.private"))}
          >
            {t("admin.reports.closePrivate")}
          </Button>
          <Button
            look="quiet"
            isBusy={isRunning}
            onClick={() => run(() => handlePrivateReport(report.id, "dismissed"), t("admin.reports.done.private"))}
          >
            {t("admin.reports.dismiss")}
          </Button>
        </div>
      )}
    </Card>
  );
}
