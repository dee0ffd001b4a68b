import { useEffect } from "react";
import { Link } from "react-router";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Notice } from "../../components/feedback/Notice";
import { SearchBox } from "../../components/fields/SearchBox";
import { Pager } from "../../components/Pager";
import type { SearchHit, SearchPayload } from "../../generated/payloads";
import { addressWith } from "../../lib/address";
import { useLang, usePage, useVisitor } from "../../lib/context";
import { formatList } from "../../lib/format/format";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { NO_FILTERS, useActiveFilters } from "./activeFilters";
import { Filters } from "./Filters";
import { Hints } from "./Hints";
import { Hit } from "./Hit";
import { People, PeopleAmongResults } from "./People";
import styles from "./Search.module.css";

/** Search over everything that the reader may see. A plain form and plain links: it works without scripts. */
export function Search({ data }: PageProps<SearchPayload>) {
  const { t } = useTranslation();
  return (
    <div className={styles.page}>
      <h1>{t("search.title")}</h1>
      <SearchBox isLarge />
      {data.words === "" ? (
        <Hints title={t("search.start")} />
      ) : (
        <>
          <Filters data={data} />
          {data.kind === "person" ? <FoundPeople data={data} /> : <Results data={data} />}
        </>
      )}
    </div>
  );
}

/** Texts, on the first page after the members whose name has the words. */
function Results({ data }: PageProps<SearchPayload>) {
  const { t } = useTranslation();
  const hasPeople = data.people.length > 0;
  const empty = hasPeople ? (
    <p className="soft">{t("search.onlyPeople", { words: data.words })}</p>
  ) : (
    <Nothing data={data} />
  );
  return (
    <>
      {hasPeople && <PeopleAmongResults data={data} />}
      {data.isNear && <Notice tone="note">{t("search.near")}</Notice>}
      <ListState items={data.hits} empty={empty} pager={<Pager next={data.next} />}>
        {(hits) => <Hits hits={hits} />}
      </ListState>
    </>
  );
}

function FoundPeople({ data }: PageProps<SearchPayload>) {
  return (
    <ListState items={data.people} empty={<Nothing data={data} />} pager={<Pager next={data.next} />}>
      {(people) => <People people={people} />}
    </ListState>
  );
}

interface HitsProps {
  hits: readonly SearchHit[];
}

function Hits({ hits }: HitsProps) {
  return (
    <ol className="rows">
      {hits.map((hit) => (
        <Hit key={`${hit.id} ${hit.language}`} hit={hit} />
      ))}
    </ol>
  );
}

/** Nothing found: names what was sought, offers the nearest, and says how to find more. */
function Nothing({ data }: PageProps<SearchPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path, query } = usePage();
  const visitor = useVisitor();
  const filters = useActiveFilters(data);
  useCount(filters.length === 0 && !query.after ? data.words : "");
  return (
    <div className={styles.nothing}>
      <EmptyState drawing="shelf" title={t("search.empty", { words: data.words })}>
        {data.kind === "person" && !visitor && <p>{t("search.peopleSignIn")}</p>}
        {filters.length > 0 && (
          <>
            <p>
              {t("search.narrowed", {
                filters: formatList(
                  lang,
                  filters.map(({ label }) => label),
                ),
              })}
            </p>
            <p>
              <Link to={addressWith(path, query, NO_FILTERS)}>{t("search.everywhere", { words: data.words })}</Link>
            </p>
          </>
        )}
        {data.nearest.length === 0 && <Hints />}
      </EmptyState>
      {data.nearest.length > 0 && (
        <section>
          <h2>{t("search.nearest")}</h2>
          <Hits hits={data.nearest} />
          <Hints />
        </section>
      )}
    </div>
  );
}

/** Counts words without results, and nothing about the visitor (balai/site/analytics/empty_searches.py). */
function useCount(words: string) {
  const language = useLang();
  useEffect(() => {
    if (words) navigator.sendBeacon("/empty_searches", JSON.stringify({ words, language }));
  }, [words, language]);
}
