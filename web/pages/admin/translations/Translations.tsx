import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminTranslationsPayload } from "../../../generated/payloads";
import { useLang, useSite, useVisitor } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import { AdminPage } from "../parts/AdminPage";
import { Progress } from "./Progress";
import { Task } from "./Task";

const ROWS = [{ table: "translation_tasks", event: "UPDATE" }] as const;
const KINDS = ["article", "page", "resource", "service"] as const;

/** The texts that are missing, outdated or drafts in a language, the most urgent first. Claims of others appear by themselves. */
export function Translations({ data }: PageProps<AdminTranslationsPayload>) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  useRowChanges("translations", ROWS, { onChange: refresh, onMissed: refresh });
  return (
    <AdminPage title={t("admin.translations.title")} lead={t("admin.translations.lead")}>
      <Progress progress={data.progress} />
      <Filters data={data} />
      <ListState
        items={data.tasks}
        empty={<EmptyState drawing="shelf" title={t("admin.translations.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(tasks) => (
          <ul className="rows">
            {tasks.map((task) => (
              <Task key={task.id} task={task} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

function Filters({ data: { language, kind } }: PageProps<AdminTranslationsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useSite();
  const visitor = useVisitor();
  const rights = visitor?.rights ?? [];
  const kinds = KINDS.filter((one) => {
    if (one === "article") return rights.includes("edit") || rights.includes("translate");
    return one === "resource" ? rights.includes("library") : visitor?.isAdmin;
  });
  return (
    <>
      <FilterRow label={t("admin.translations.languages")}>
        <Tag to={pathTo.adminTranslations({ lang }, { kind })} isCurrent={!language}>
          {t("admin.translations.allLanguages")}
        </Tag>
        {languages.map((one) => (
          <Tag
            key={one}
            lang={HTML_LANG[one]}
            to={pathTo.adminTranslations({ lang }, { language: one, kind })}
            isCurrent={one === language}
          >
            {OWN_NAME[one]}
          </Tag>
        ))}
      </FilterRow>
      {kinds.length > 1 && (
        <FilterRow label={t("admin.translations.kinds")}>
          <Tag to={pathTo.adminTranslations({ lang }, { language })} isCurrent={!kind}>
            {t("admin.translations.allKinds")}
          </Tag>
          {kinds.map((one) => (
            <Tag key={one} to={pathTo.adminTranslations({ lang }, { language, kind: one })} isCurrent={one === kind}>
              {t(`admin.translations.kind.${one}`)}
            </Tag>
          ))}
        </FilterRow>
      )}
    </>
  );
}
