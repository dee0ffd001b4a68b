import { useState } from "react";
import { Button, ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminPrivacyPayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { AddRequest } from "./AddRequest";
import { Request } from "./Request";
import { STATES } from "./requests";

/** Requests of people about their data: the first due first, and a form for those that came by other ways. */
export function Privacy({ data }: PageProps<AdminPrivacyPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const [isAdding, setAdding] = useState(data.memberId !== null);
  return (
    <AdminPage
      title={t("admin.privacy.title")}
      lead={t("admin.privacy.lead", { count: data.days })}
      action={
        <div className="cluster">
          {isAdmin && <ButtonLink to={pathTo.adminIncidents({ lang })}>{t("admin.incidents.title")}</ButtonLink>}
          {!isAdding && <Button onClick={() => setAdding(true)}>{t("admin.privacy.add")}</Button>}
        </div>
      }
    >
      {isAdding && (
        <section className={parts.sheet} aria-labelledby="add-request">
          <h2 id="add-request">{t("admin.privacy.add")}</h2>
          <AddRequest key={data.memberId} data={data} onDone={() => setAdding(false)} />
        </section>
      )}
      <FilterRow label={t("admin.privacy.states")}>
        {STATES.map((state) => (
          <Tag key={state} to={pathTo.adminPrivacy({ lang }, { state })} isCurrent={state === data.state}>
            {t(state === "current" ? "admin.privacy.current" : `profile.requests.state.${state}`)}
          </Tag>
        ))}
      </FilterRow>
      <ListState
        items={data.requests}
        empty={<EmptyState drawing="shelf" title={t("admin.privacy.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(requests) => (
          <ul className={parts.list}>
            {requests.map((request) => (
              <Request key={request.id} request={request} today={data.today} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}
