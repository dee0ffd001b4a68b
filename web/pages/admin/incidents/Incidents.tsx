import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { Card } from "../../../components/Card";
import { DateTime } from "../../../components/DateTime";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminIncidentsPayload, IncidentRow } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { Due } from "./Due";
import { FactsForm } from "./FactsForm";
import styles from "./Incidents.module.css";

/** Incidents with personal data: the first due first, and a form for a new one. */
export function Incidents({ data }: PageProps<AdminIncidentsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isAdding, setAdding] = useState(false);
  return (
    <AdminPage
      title={t("admin.incidents.title")}
      back={{ to: pathTo.adminPrivacy({ lang }), label: t("admin.privacy.title") }}
      lead={t("admin.incidents.lead")}
      action={!isAdding && <Button onClick={() => setAdding(true)}>{t("admin.incidents.add")}</Button>}
    >
      {isAdding && (
        <section className={parts.sheet} aria-labelledby="add-incident">
          <h2 id="add-incident">{t("admin.incidents.add")}</h2>
          <FactsForm onDone={() => setAdding(false)} />
        </section>
      )}
      <FilterRow label={t("admin.incidents.states")}>
        {(["open", "closed"] as const).map((state) => (
          <Tag key={state} to={pathTo.adminIncidents({ lang }, { state })} isCurrent={state === data.state}>
            {t(`admin.incidents.state.${state}`)}
          </Tag>
        ))}
      </FilterRow>
      <ListState
        items={data.incidents}
        empty={<EmptyState drawing="shelf" title={t(`admin.incidents.empty.${data.state}`)} />}
        pager={<Pager next={data.next} />}
      >
        {(incidents) => (
          <ul className={parts.list}>
            {incidents.map((incident) => (
              <Item key={incident.id} incident={incident} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function Item({ incident }: { incident: IncidentRow }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { id, title, discoveredAt, sentAt, closedAt, total } = incident;
  return (
    <Card as="li">
      <h2 className={styles.name}>
        <Link to={pathTo.adminIncident({ lang, incidentId: id })} translate="no">
          {title}
        </Link>
      </h2>
      <p className="cluster">
        <Due {...incident} />
        {sentAt && <Tag tone="good">{t("admin.incidents.sent")}</Tag>}
      </p>
      <p className="facts soft small">
        <DateTime value={discoveredAt} say={(date) => t("admin.incidents.found", { date })} />
        <span>{total === null ? t("admin.incidents.notListed") : t("admin.incidents.people", { count: total })}</span>
        {closedAt && <DateTime value={closedAt} say={(date) => t("admin.incidents.closed", { date })} />}
      </p>
    </Card>
  );
}
