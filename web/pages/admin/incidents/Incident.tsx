import { useState } from "react";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import type { AdminIncidentPayload, IncidentAct, Incident as IncidentFacts } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { OWN_NAME } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { Due } from "./Due";
import { FactsForm } from "./FactsForm";
import styles from "./Incidents.module.css";
import { closeIncident } from "./incidents";
import { Notices } from "./notice/Notices";
import { Affected } from "./people/Affected";
import { Report } from "./Report";
import { Section } from "./Section";

/** One incident from its facts to the report: the steps in the order in which they are done. */
export function Incident({ data }: PageProps<AdminIncidentPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { incident } = data;
  return (
    <AdminPage
      title={incident.title}
      back={{ to: pathTo.adminIncidents({ lang }), label: t("admin.incidents.title") }}
      action={<Close incident={incident} />}
    >
      {incident.closedAt && <Notice>{t("admin.incident.isClosed")}</Notice>}
      <Facts incident={incident} />
      <Affected data={data} />
      <Notices incident={incident} notices={data.notices} />
      <Report incident={incident} reports={data.reports} />
      <Acts acts={data.acts} />
    </AdminPage>
  );
}

function Close({ incident: { id, closedAt } }: { incident: IncidentFacts }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const isClosed = closedAt !== null;
  const handle = () =>
    run(
      () => closeIncident(id, !isClosed),
      t(isClosed ? "admin.incident.said.reopened" : "admin.incident.said.closed"),
      () => closeIncident(id, isClosed),
    );
  return (
    <div className={styles.unprinted}>
      <Button isBusy={isRunning} onClick={handle}>
        {t(isClosed ? "admin.incident.reopen" : "admin.incident.close")}
      </Button>
    </div>
  );
}

function Facts({ incident }: { incident: IncidentFacts }) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const { description, notes, recordedBy } = incident;
  const times = [
    ["found", incident.discoveredAt],
    ["began", incident.beganAt],
    ["ended", incident.endedAt],
    ["due", incident.dueAt],
  ] as const;
  return (
    <Section id="facts" title={t("admin.incident.facts")}>
      {isEditing ? (
        <FactsForm incident={incident} onDone={() => setEditing(false)} />
      ) : (
        <>
          <p className="cluster">
            <Due {...incident} />
          </p>
          <p className={styles.text}>{description}</p>
          <dl className={styles.facts}>
            {times.map(([name, moment]) => (
              <div key={name}>
                <dt>{t(`admin.incident.time.${name}`)}</dt>
                <dd>{moment ? <DateTime value={moment} /> : t("admin.incident.unknown")}</dd>
              </div>
            ))}
            {recordedBy && (
              <div>
                <dt>{t("admin.incident.recordedBy")}</dt>
                <dd>
                  <bdi>{recordedBy}</bdi>
                </dd>
              </div>
            )}
          </dl>
          {notes && (
            <div>
              <h3 className={styles.small}>{t("admin.incident.notes")}</h3>
              <p className={styles.text}>{notes}</p>
            </div>
          )}
          {!incident.closedAt && (
            <div>
              <Button onClick={() => setEditing(true)}>{t("admin.incident.editFacts")}</Button>
            </div>
          )}
        </>
      )}
    </Section>
  );
}

function Acts({ acts }: { acts: readonly IncidentAct[] }) {
  const { t } = useTranslation();
  return (
    <Section id="acts" title={t("admin.incident.acts")}>
      <ol className={styles.acts}>
        {acts.map((act) => (
          <li key={`${act.at} ${act.step} ${act.language}`}>
            <span>
              {act.language
                ? t("admin.incident.stepIn", {
                    step: t(`admin.incident.step.${act.step}`),
                    language: OWN_NAME[act.language],
                  })
                : t(`admin.incident.step.${act.step}`)}
            </span>
            <span className="facts soft small">
              <DateTime value={act.at} />
              <bdi>{act.actorName ?? t("forum.formerMember")}</bdi>
            </span>
          </li>
        ))}
      </ol>
    </Section>
  );
}
