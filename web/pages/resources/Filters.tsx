import { Link } from "react-router";
import { FilterRow } from "../../components/fields/FilterRow";
import { Tag } from "../../components/Tag";
import type { ResourcesPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { useLang, usePage } from "../../lib/context";
import { formatNumber } from "../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Resources.module.css";

interface Props {
  data: ResourcesPayload;
}

/** Category, kind, language: links, so that a filtered list can be shared. Pressing an active one removes it. */
export function Filters({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path, query, site } = usePage();
  const toggle = (name: string, value: string, current: string | null) =>
    addressWith(path, query, { after: null, [name]: value === current ? null : value });
  return (
    <div className={styles.filters}>
      <nav className={styles.categories} aria-label={t("resources.filter.category")}>
        <Link
          className={styles.category}
          to={addressWith(path, query, { after: null, category: null })}
          aria-current={data.category === null || undefined}
        >
          {t("resources.all")} <span className={styles.count}>{formatNumber(lang, data.count)}</span>
        </Link>
        {data.categories.map(({ slug, name, language, count }) => (
          <Link
            key={slug}
            className={styles.category}
            to={toggle("category", slug, data.category)}
            aria-current={slug === data.category || undefined}
            lang={HTML_LANG[language]}
          >
            {name} <span className={styles.count}>{formatNumber(lang, count)}</span>
          </Link>
        ))}
      </nav>
      <div className={styles.more}>
        <FilterRow label={t("resources.filter.kind")}>
          {data.kinds.map((kind) => (
            <Tag key={kind} to={toggle("kind", kind, data.kind)} isCurrent={kind === data.kind}>
              {t(`resources.kind.${kind}`)}
            </Tag>
          ))}
        </FilterRow>
        <FilterRow label={t("resources.filter.language")}>
          {site.languages.map((one) => (
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
      </div>
    </div>
  );
}
