import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { DeskPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { CaseCard } from "./CaseCard";
import { useDesk } from "./useDesk";

const STATES = ["open", "in_progress", "resolved", "rejected"] as const;

/** All that waits for staff, in one list: claimed, noted and decided here. */
export function Desk({ data }: PageProps<DeskPayload>) {
  const { t } = useTranslation();
  useDesk();
  return (
    <AdminPage title={t("admin.desk.title")} lead={t("admin.desk.lead")}>
      <Filters data={data} />
      <ListState
        items={data.cases}
        empty={
          <EmptyState title={t(data.state === "open" ? "admin.reports.empty.open" : "admin.reports.empty.other")} />
        }
        pager={<Pager next={data.next} />}
      >
        {(cases) => (
          <ul className={parts.list}>
            {cases.map((one) => (
              <CaseCard key={one.id} item={one} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function Filters({ data }: { data: DeskPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useSite();
  const show = data.isAll ? "all" : null;
  const state = data.state === "open" ? null : data.state;
  return (
    <>
      <FilterRow label={t("admin.desk.states")}>
        {STATES.map((one) => (
          <Tag
            key={one}
            to={pathTo.adminDesk({ lang }, { state: one === "open" ? null : one, language: data.language, show })}
            isCurrent={one === data.state}
          >
            {t(`admin.desk.state.${one}`)}
          </Tag>
        ))}
      </FilterRow>
      <FilterRow label={t("admin.desk.languages")}>
        <Tag to={pathTo.adminDesk({ lang }, { state })} isCurrent={!data.language && !data.isAll}>
          {t("admin.desk.mine")}
        </Tag>
        <Tag to={pathTo.adminDesk({ lang }, { state, show: "all" })} isCurrent={!data.language && data.isAll}>
          {t("admin.desk.all")}
        </Tag>
        {languages.map((language) => (
          <Tag
            key={language}
            lang={HTML_LANG[language]}
            to={pathTo.adminDesk({ lang }, { state, language })}
            isCurrent={language === data.language}
          >
            {OWN_NAME[language]}
          </Tag>
        ))}
      </FilterRow>
    </>
  );
}
