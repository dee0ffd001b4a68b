import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { Tag } from "../../../components/Tag";
import type { ForumReport } from "../../../generated/payloads";
import { handleReport, reopenReport } from "../../../lib/api/forum";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { ReportSubject } from "./ReportSubject";
import styles from "./reports.module.css";

interface Props {
  report: ForumReport;
}

/** One report with its two ways out. Each closes all reports on the same thing. */
export function ReportCard({ report }: Props) {
  return (
    <Card as="li">
      <ReportSubject thing={report.thing} />
      <ReportFacts report={report} />
      {report.note && <p className={styles.note}>{report.note}</p>}
      {report.handledAt === null ? <Outcomes report={report} /> : <Handled report={report} />}
    </Card>
  );
}

function ReportFacts({ report }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const reasons: Record<ForumReport["reason"], string> = {
    spam: t("forum.report.spam"),
    abuse: t("forum.report.abuse"),
    private: t("forum.report.private"),
    other: t("forum.report.other"),
  };
  const name = report.reporterName ?? t("forum.formerMember");
  return (
    <div className={styles.facts}>
      <Tag tone="bad">{reasons[report.reason]}</Tag>
      <span className="soft small" suppressHydrationWarning>
        {t("admin.reports.by", { name, when: formatMoment(lang, report.createdAt, timeZone) })}
      </span>
      {report.reporters > 1 && <Tag tone="note">{t("admin.reports.reporters", { count: report.reporters })}</Tag>}
    </div>
  );
}

function Outcomes({ report }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const close = (outcome: "upheld" | "dismissed") =>
    run(
      () => handleReport(report.id, outcome),
      t(`admin.reports.done.${outcome}`),
      () => reopenReport(report.id),
    );
  return (
    <div className="cluster">
      <Button look="danger" isBusy={isRunning} onClick={() => close("upheld")}>
        {t("admin.reports.uphold")}
      </Button>
      <Button isBusy={isRunning} onClick={() => close("dismissed")}>
        {t("admin.reports.dismiss")}
      </Button>
    </div>
  );
}

function Handled({ report }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const name = report.handledBy ?? t("forum.formerMember");
  if (report.handledAt === null) return null;
  return (
    <p className="soft small" suppressHydrationWarning>
      {t("admin.reports.handled", { name, when: formatMoment(lang, report.handledAt, timeZone) })}
    </p>
  );
}
