import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { DeskPayload } from "../../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { AutomaticCard } from "./AutomaticCard";
import { CaseCard } from "./CaseCard";
import { HiddenCard } from "./HiddenCard";
import { useDesk } from "./useDesk";

const STATES = ["open", "in_progress", "resolved", "rejected"] as const;
/** For moderators alone: what is hidden, and what reports did by themselves. */
const SHELVES = ["hidden", "automatic"] as const;

/** All that waits for staff, in one list: claimed, noted and decided here. */
export function Desk({ data }: PageProps<DeskPayload>) {
  const { t } = useTranslation();
  useDesk();
  const empty = <EmptyState title={t(data.shelf === "open" ? "admin.desk.empty.open" : "admin.desk.empty.other")} />;
  const pager = <Pager next={data.next} />;
  return (
    <AdminPage title={t("admin.desk.title")} lead={t("admin.desk.lead")}>
      <Filters data={data} />
      {data.shelf === "hidden" ? (
        <ListState items={data.hidden} empty={empty} pager={pager}>
          {(items) => (
            <ul className={parts.list}>
              {items.map((item) => (
                <HiddenCard key={item.replyId ?? item.postId} item={item} />
              ))}
            </ul>
          )}
        </ListState>
      ) : data.shelf === "automatic" ? (
        <ListState items={data.automatic} empty={empty} pager={pager}>
          {(acts) => (
            <>
              <p className="soft">{t("admin.desk.automaticLead")}</p>
              <ul className={parts.list}>
                {acts.map((act) => (
                  <AutomaticCard key={act.id} act={act} />
                ))}
              </ul>
            </>
          )}
        </ListState>
      ) : (
        <ListState items={data.cases} empty={empty} pager={pager}>
          {(cases) => (
            <ul className={parts.list}>
              {cases.map((one) => (
                <CaseCard key={one.id} item={one} />
              ))}
            </ul>
          )}
        </ListState>
      )}
    </AdminPage>
  );
}

function Filters({ data }: { data: DeskPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const show = data.isAll ? "all" : null;
  const shelves = visitor?.rights.includes("moderate") ? [...STATES, ...SHELVES] : STATES;
  return (
    <>
      <FilterRow label={t("admin.desk.states")}>
        {shelves.map((one) => (
          <Tag
            key={one}
            to={pathTo.adminDesk({ lang }, { state: one === "open" ? null : one, language: data.language, show })}
            isCurrent={one === data.shelf}
          >
            {t(`admin.desk.state.${one}`)}
          </Tag>
        ))}
      </FilterRow>
      {STATES.some((state) => state === data.shelf) && <Languages data={data} />}
    </>
  );
}

function Languages({ data }: { data: DeskPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useSite();
  const state = data.shelf === "open" ? null : data.shelf;
  return (
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
  );
}
