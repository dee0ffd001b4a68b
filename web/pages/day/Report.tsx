import { ButtonAnchor, ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { DayReportPayload, ReportRow } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { colon, formatDay, formatNumber } from "../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./day.module.css";

const COUNTS = ["bookings", "people", "arrived", "late", "missed", "cancelled"] as const;
/** Requests that were never confirmed: shown where there were some, since few services take requests. */
const OF_REQUESTS = ["declined", "expired", "withdrawn"] as const;

/** Counts of bookings by month, service and language: without names, and without numbers that could be recognised. */
export function Report({ data }: PageProps<DayReportPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.report}>
      <PageHead
        eyebrow={data.year}
        title={t("day.report.title")}
        lead={t("day.report.lead")}
        action={
          <ButtonAnchor size="small" href={data.filePath} download="bookings-report.csv">
            {t("day.file")}
          </ButtonAnchor>
        }
      />
      <nav className={styles.years} aria-label={t("day.report.years")}>
        <ButtonLink size="small" to={pathTo.day({ lang })}>
          {t("day.title")}
        </ButtonLink>
        <ButtonLink size="small" rel="prev" to={pathTo.dayReport({ lang }, { year: String(data.earlier) })}>
          {data.earlier}
        </ButtonLink>
        {data.later && (
          <ButtonLink size="small" rel="next" to={pathTo.dayReport({ lang }, { year: String(data.later) })}>
            {data.later}
          </ButtonLink>
        )}
      </nav>
      {data.rows.length === 0 ? (
        <EmptyState title={t("day.report.empty")} drawing="calendar" />
      ) : (
        <Rows rows={data.rows} />
      )}
    </div>
  );
}

function Rows({ rows }: { rows: readonly ReportRow[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <ul className="rows">
      {rows.map((row) => (
        <li key={`${row.month} ${row.serviceId}`} className={styles.reportRow}>
          <h2 className={styles.reportTitle}>
            <span lang={row.lang === lang ? undefined : HTML_LANG[row.lang]}>{row.serviceName}</span>{" "}
            <small className="soft" suppressHydrationWarning>
              {formatDay(lang, row.month, "month")}
            </small>
          </h2>
          {row.bookings === null ? <p className="soft">{t("day.report.few")}</p> : <Counts row={row} />}
        </li>
      ))}
    </ul>
  );
}

function Counts({ row }: { row: ReportRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <>
      <dl className={styles.counts}>
        {[...COUNTS, ...OF_REQUESTS.filter((name) => row[name])].map((name) => (
          <div key={name}>
            <dt>{t(`day.report.${name}`)}</dt>
            <dd>{formatNumber(lang, row[name] ?? 0)}</dd>
          </div>
        ))}
      </dl>
      {row.sums.map((sum) => (
        <p key={sum.due} className="facts small">
          {sum.due === null ? (
            <span>{t("day.report.due", { sum: t("day.report.few") })}</span>
          ) : (
            <>
              <span>{t("day.report.due", { sum: sum.due })}</span>
              <span>{t("day.report.paid", { sum: sum.paid ?? "" })}</span>
            </>
          )}
        </p>
      ))}
      {row.languages.length > 0 && (
        <p className="facts soft small">
          {row.languages.map(({ language, bookings }) => (
            <span key={language ?? "other"}>
              {language ? <span lang={HTML_LANG[language]}>{OWN_NAME[language]}</span> : t("day.report.otherLanguages")}
              {colon(lang)}
              {formatNumber(lang, bookings)}
            </span>
          ))}
        </p>
      )}
    </>
  );
}
