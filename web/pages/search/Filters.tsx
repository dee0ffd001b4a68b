import { FilterRow } from "../../components/fields/FilterRow";
import { CloseIcon } from "../../components/icons";
import { Tag } from "../../components/Tag";
import type { SearchPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { usePage, useVisitor } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { type ActiveFilter, useActiveFilters } from "./activeFilters";
import styles from "./Filters.module.css";
import { MoreFilters } from "./MoreFilters";

const AREAS = ["article", "forum", "event", "service", "resource", "page"] as const;
/** Members have none of them. */
const NO_TEXT_FILTERS = { language: null, forum: null, author: null, date: null, own: null, order: null };

interface Props {
  data: SearchPayload;
}

/** Where to search, and what else narrows the results. Changing one goes back to the first page. */
export function Filters({ data }: Props) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const visitor = useVisitor();
  const filters = useActiveFilters(data).filter(({ name }) => name !== "kind");
  const to = (changes: Record<string, string | null>) => addressWith(path, query, { after: null, ...changes });
  // A forum has posts and replies only.
  const toArea = (area: string) => to({ kind: area, ...(area === "forum" ? {} : { forum: null }) });
  return (
    <div className={styles.filters}>
      <FilterRow label={t("search.filter.area")}>
        <Tag to={to({ kind: null })} isCurrent={data.kind === null}>
          {t("search.filter.everything")}
        </Tag>
        {AREAS.map((area) => (
          <Tag key={area} to={toArea(area)} isCurrent={data.kind === area}>
            {t(`search.area.${area}`)}
          </Tag>
        ))}
        {(visitor?.hasDirectory || data.kind === "person") && (
          <Tag to={to({ kind: "person", ...NO_TEXT_FILTERS })} isCurrent={data.kind === "person"}>
            {t("search.area.person")}
          </Tag>
        )}
      </FilterRow>
      {data.kind !== "person" && <MoreFilters data={data} count={filters.length} />}
      <ActiveFilters filters={filters} />
    </div>
  );
}

interface ActiveFiltersProps {
  filters: readonly ActiveFilter[];
}

/** Each of them is a link to the same search without it. */
function ActiveFilters({ filters }: ActiveFiltersProps) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  if (filters.length === 0) return null;
  return (
    <ul className={styles.active} aria-label={t("search.filter.active")}>
      {filters.map(({ name, label, lang }) => (
        <li key={name}>
          <Tag to={addressWith(path, query, { after: null, [name]: null })}>
            <span className="visually-hidden">{t("search.filter.remove")}</span>
            <bdi lang={lang}>{label}</bdi>
            <CloseIcon size={14} />
          </Tag>
        </li>
      ))}
    </ul>
  );
}
