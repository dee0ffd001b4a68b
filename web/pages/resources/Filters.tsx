import { FilterRow, FilterRows } from "../../components/fields/FilterRow";
import { Tag } from "../../components/Tag";
import type { ResourcesPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { useLang, usePage } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Resources.module.css";

interface Props {
  data: ResourcesPayload;
}

/** Category, kind, language: links, so that a filtered list can be shared. Pressing an active one removes it. */
export function Filters({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path, query } = usePage();
  const toggle = (name: string, value: string, current: string | null) =>
    addressWith(path, query, { after: null, [name]: value === current ? null : value });
  return (
    <FilterRows>
      <FilterRow label={t("resources.filter.category")}>
        {data.categories.map(({ slug, name, language, count }) => (
          <Tag
            key={slug}
            to={toggle("category", slug, data.category)}
            isCurrent={slug === data.category}
            lang={HTML_LANG[language]}
          >
            {name} <span className={styles.count}>{formatNumber(lang, count)}</span>
          </Tag>
        ))}
      </FilterRow>
      <FilterRow label={t("resources.filter.kind")}>
        {data.kinds.map((kind) => (
          <Tag key={kind} to={toggle("kind", kind, data.kind)} isCurrent={kind === data.kind}>
            {t(`resources.kind.${kind}`)}
          </Tag>
        ))}
      </FilterRow>
      <FilterRow label={t("resources.filter.language")}>
        {LANGS.map((one) => (
          <Tag
            key={one}
            to={toggle("language", one, data.language)}
            isCurrent={one === data.language}
            lang={HTML_LANG[one]}
          >
            {OWN_NAME[one]}
          </Tag>
        ))}
      </FilterRow>
    </FilterRows>
  );
}
