import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { Pager } from "../../../../components/Pager";
import { LanguageTag, Tag } from "../../../../components/Tag";
import { pathTo } from "../../../../generated/paths";
import type { AdminIncidentPayload, Incident, IncidentPerson } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { formatMoment, formatNumber, separatorIn } from "../../../../lib/format/format";
import { useTimeZone } from "../../../../lib/format/useTimeZone";
import { OWN_NAME } from "../../../../lib/i18n";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { saveFile } from "../../../../lib/uploads/saveFile";
import styles from "../Incidents.module.css";
import { readPeople } from "../incidents";
import { Section } from "../Section";
import { ListForm } from "./ListForm";
import { writeTable } from "./table";

interface Props {
  data: AdminIncidentPayload;
}

/** The affected people: whose data, of which kinds and since when; made from the database, and stored. */
export function Affected({ data }: Props) {
  const { t } = useTranslation();
  const [isListing, setListing] = useState(false);
  const { incident } = data;
  const isFinal = incident.sentAt !== null || incident.closedAt !== null;
  const isOpen = !isFinal && (isListing || incident.listedAt === null);
  return (
    <Section id="people" title={t("admin.incident.affected")} lead={t("admin.incident.affectedLead")}>
      {incident.listedAt && <Summary incident={incident} />}
      {isOpen && <ListForm data={data} onDone={() => setListing(false)} />}
      {incident.listedAt && (
        <>
          <div className="cluster">
            {!isFinal && !isListing && (
              <Button onClick={() => setListing(true)}>{t("admin.incident.listAgain")}</Button>
            )}
            {incident.total > 0 && !incident.erasedAt && <Download incident={incident} />}
          </div>
          <People data={data} />
        </>
      )}
    </Section>
  );
}

function Summary({ incident }: { incident: Incident }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { scope, scopeName, total, unreachable, byKind, listedAt, oldest, dataFrom, dataUntil } = incident;
  return (
    <>
      <p>
        <strong>{t("admin.incidents.people", { count: total })}</strong>
      </p>
      <p className="facts soft small">
        <span>{scopeName ?? t(`admin.incident.scope.${scope}`)}</span>
        {oldest && <DateTime value={oldest} format="date" say={(date) => t("admin.incident.oldest", { date })} />}
        {dataFrom && <DateTime value={dataFrom} say={(date) => t("admin.incident.from", { date })} />}
        {dataUntil && <DateTime value={dataUntil} say={(date) => t("admin.incident.until", { date })} />}
        {listedAt && <DateTime value={listedAt} say={(date) => t("admin.incident.listed", { date })} />}
      </p>
      <ul className={styles.counts}>
        {byKind.map(({ kind, count }) => (
          <li key={kind}>
            <Tag>
              {t("admin.incident.kindCount", {
                kind: t(`admin.incident.kind.${kind}`),
                number: formatNumber(lang, count),
              })}
            </Tag>
          </li>
        ))}
      </ul>
      {unreachable > 0 && <Notice tone="note">{t("admin.incident.unreachable", { count: unreachable })}</Notice>}
      {incident.erasedAt && <Notice>{t("admin.incident.erased")}</Notice>}
    </>
  );
}

function People({ data: { people, next } }: Props) {
  const { t } = useTranslation();
  if (people.length === 0) return <p className="soft">{t("admin.incident.nobody")}</p>;
  return (
    <>
      <ul className={styles.people}>
        {people.map((person) => (
          <Person key={person.id} person={person} />
        ))}
      </ul>
      <Pager next={next} />
    </>
  );
}

function Person({ person }: { person: IncidentPerson }) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const { memberId, name, email, phone, kinds, notifiedAt } = person;
  const name_ = <bdi>{name ?? t("forum.formerMember")}</bdi>;
  return (
    <li>
      <span className="cluster">
        {memberId ? (
          <Link className="touch" to={pathTo.adminMember({ lang, memberId })}>
            {name_}
          </Link>
        ) : (
          name_
        )}
        <LanguageTag language={person.language} />
        {person.isGuest && <Tag>{t("admin.incident.guest")}</Tag>}
        {notifiedAt && (
          <Tag tone="good">
            <DateTime value={notifiedAt} say={(date) => t("admin.incident.notifiedAt", { date })} />
          </Tag>
        )}
      </span>
      {(email || phone) && (
        <span className="facts small">
          {email && <span>{email}</span>}
          {phone && <span>{phone}</span>}
        </span>
      )}
      <span className="soft small" suppressHydrationWarning>
        {kinds
          .map(({ kind, since }) =>
            t("admin.incident.kindSince", {
              kind: t(`admin.incident.kind.${kind}`),
              date: formatMoment(lang, since, timeZone, "date"),
            }),
          )
          .join(separatorIn(lang))}
      </span>
    </li>
  );
}

function Download({ incident: { id } }: { incident: Incident }) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(readPeople);
  const take = async () => {
    const outcome = await run(id);
    if (!outcome || outcome.failure) return;
    const head = (["name", "email", "phone", "language", "account", "data", "notified"] as const).map((name) =>
      t(`admin.incident.column.${name}`),
    );
    const rows = outcome.value.map((person) => [
      person.name ?? "",
      person.email ?? "",
      person.phone ?? "",
      OWN_NAME[person.language],
      t(person.hasAccount ? "admin.incident.column.yes" : "admin.incident.column.no"),
      person.kinds
        .map((kind) => `${t(`admin.incident.kind.${kind}`)} ${(person.sinceByKind[kind] ?? "").slice(0, 10)}`)
        .join("; "),
      person.notifiedAt ?? "",
    ]);
    saveFile("affected-people.csv", await writeTable([head, ...rows]), "text/csv");
  };
  return (
    <>
      <Button isBusy={isRunning} onClick={take}>
        {t("admin.incident.download")}
      </Button>
      <FailureNotice failure={failure} onRetry={take} />
    </>
  );
}
