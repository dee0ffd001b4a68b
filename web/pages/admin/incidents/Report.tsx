import { useState } from "react";
import { Button } from "../../../components/Button";
import { SelectField } from "../../../components/fields/Field";
import { Tag } from "../../../components/Tag";
import type { Incident, IncidentText } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { isLang } from "../../../lib/page";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { Due } from "./Due";
import styles from "./Incidents.module.css";
import { reportIncident } from "./incidents";
import { Section } from "./Section";

interface Props {
  incident: Incident;
  reports: readonly IncidentText[];
}

/** Of the law of each country: from how many people an incident counts as significant. */
const LAWS = [
  { name: "my", from: 1001 },
  { name: "sg", from: 500 },
  { name: "vn", from: 1 },
] as const;

/** The report to the authority: a draft to copy or to print, and that it was handed over. */
export function Report({ incident, reports }: Props) {
  const { t } = useTranslation();
  const [lang, setLang] = useState(useLang());
  const { run, isRunning } = useQuickAction();
  const report = reports.find((one) => one.language === lang);
  const { id, reportedAt, closedAt, total } = incident;
  const copy = async () => {
    // Only on https and localhost may a page write to the clipboard; elsewhere the text is there to select.
    const isCopied = await navigator.clipboard?.writeText(`${report?.subject}\n\n${report?.body}`).then(
      () => true,
      () => false,
    );
    showToast(t(isCopied ? "admin.incident.said.copied" : "admin.incident.copyByHand"));
  };
  const mark = () =>
    run(
      () => reportIncident(id, !reportedAt),
      t(reportedAt ? "admin.incident.said.unreported" : "admin.incident.said.reported"),
      () => reportIncident(id, Boolean(reportedAt)),
    );
  return (
    <Section id="report" title={t("admin.incident.report")} lead={t("admin.incident.reportLead")} isPrinted>
      <p className={`cluster ${styles.unprinted}`}>
        <Due {...incident} />
      </p>
      <ul className={`${styles.laws} ${styles.unprinted}`}>
        {LAWS.map(({ name, from }) => (
          <li key={name}>
            {t(`admin.incident.law.${name}`)}{" "}
            {name !== "vn" && total >= from && <Tag tone="bad">{t("admin.incident.reached")}</Tag>}
          </li>
        ))}
      </ul>
      <div className={styles.unprinted}>
        <SelectField
          label={t("admin.incident.reportLanguage")}
          value={lang}
          options={reports.map(({ language }) => ({
            value: language,
            label: OWN_NAME[language],
            lang: HTML_LANG[language],
          }))}
          onChange={({ target }) => isLang(target.value) && setLang(target.value)}
        />
      </div>
      {report && (
        <div className={styles.paper} lang={HTML_LANG[lang]} translate="no">
          <h3>{report.subject}</h3>
          <p className={styles.text}>{report.body}</p>
        </div>
      )}
      <div className={`cluster ${styles.unprinted}`}>
        <Button onClick={copy}>{t("admin.incident.copy")}</Button>
        <Button onClick={() => print()}>{t("day.print")}</Button>
        {!closedAt && (
          <Button look={reportedAt ? "quiet" : "primary"} isBusy={isRunning} onClick={mark}>
            {t(reportedAt ? "admin.incident.unmark" : "admin.incident.mark")}
          </Button>
        )}
      </div>
    </Section>
  );
}
