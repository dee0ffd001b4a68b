import { FilterRow, FilterRows } from "../../components/fields/FilterRow";
import { Tag } from "../../components/Tag";
import type { SearchPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { usePage } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useTranslation } from "../../lib/texts";

const AREAS = ["article", "forum", "resource", "service"] as const;

interface Props {
  kind: SearchPayload["kind"];
  language: SearchPayload["language"];
}

/** By area and by language of the text. Changing one goes back to the first page. */
export function Filters({ kind, language }: Props) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const to = (changes: Record<string, string | null>) => addressWith(path, query, { after: null, ...changes });
  return (
    <FilterRows>
      <FilterRow label={t("search.filter.area")}>
        <Tag to={to({ kind: null })} isCurrent={kind === null}>
          {t("search.filter.everything")}
        </Tag>
        {AREAS.map((area) => (
          <Tag key={area} to={to({ kind: area })} isCurrent={kind === area}>
            {t(`search.area.${area}`)}
          </Tag>
        ))}
      </FilterRow>
      <FilterRow label={t("search.filter.language")}>
        <Tag to={to({ language: null })} isCurrent={language === null}>
          {t("search.filter.anyLanguage")}
        </Tag>
        {LANGS.map((lang) => (
          <Tag key={lang} to={to({ language: lang })} isCurrent={language === lang} lang={HTML_LANG[lang]}>
            {OWN_NAME[lang]}
          </Tag>
        ))}
      </FilterRow>
    </FilterRows>
  );
}
