import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Notice } from "../../components/feedback/Notice";
import { SearchBox } from "../../components/fields/SearchBox";
import { Pager } from "../../components/Pager";
import type { SearchPayload } from "../../generated/payloads";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { Filters } from "./Filters";
import { Hints } from "./Hints";
import { Hit } from "./Hit";
import styles from "./Search.module.css";

/** Search over everything that the reader may see. A plain form and plain links: it works without scripts. */
export function Search({ data }: PageProps<SearchPayload>) {
  const { t } = useTranslation();
  return (
    <div className={`stack ${styles.page}`}>
      <h1>{t("search.title")}</h1>
      <SearchBox isLarge />
      {data.words === "" ? (
        <Hints title={t("search.start")} />
      ) : (
        <>
          <Filters kind={data.kind} language={data.language} />
          {data.isNear && <Notice tone="note">{t("search.near")}</Notice>}
          <ListState
            items={data.hits}
            empty={
              <EmptyState title={t("search.empty", { words: data.words })}>
                <Hints />
              </EmptyState>
            }
            pager={<Pager next={data.next} />}
          >
            {(hits) => (
              <ol className={styles.hits}>
                {hits.map((hit) => (
                  <Hit key={`${hit.id} ${hit.language}`} hit={hit} />
                ))}
              </ol>
            )}
          </ListState>
        </>
      )}
    </div>
  );
}
