import { Link } from "react-router";
import { DateTime } from "../../../../components/DateTime";
import { EmptyState } from "../../../../components/feedback/EmptyState";
import { ListState } from "../../../../components/feedback/ListState";
import { FilterRow } from "../../../../components/fields/FilterRow";
import { BackIcon } from "../../../../components/icons";
import { Pager } from "../../../../components/Pager";
import { PageHead } from "../../../../components/parts/Heads";
import { Tag } from "../../../../components/Tag";
import { pathTo } from "../../../../generated/paths";
import type { ArticleVersion, BlogHistoryPayload } from "../../../../generated/payloads";
import { addressWith } from "../../../../lib/address";
import { useLang, usePage } from "../../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import type { PageProps } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { Comparison } from "./Comparison";
import styles from "./History.module.css";

/** The versions of an article in one language, and the chosen one compared with the current text. */
export function History({ data }: PageProps<BlogHistoryPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { path } = usePage();
  return (
    <div className={styles.page}>
      <PageHead title={t("blog.history.title")} eyebrow={data.title} lead={t("blog.history.text")} />
      <Link className={styles.back} to={pathTo.blogEdit({ lang, blogId: data.slug })}>
        <BackIcon size={18} />
        {t("blog.history.back")}
      </Link>
      {data.languages.length > 1 && (
        <FilterRow label={t("blog.history.languages")}>
          {data.languages.map((language) => (
            <Tag
              key={language}
              to={addressWith(path, { language })}
              isCurrent={language === data.language}
              lang={HTML_LANG[language]}
            >
              {OWN_NAME[language]}
            </Tag>
          ))}
        </FilterRow>
      )}
      <Comparison key={data.chosen?.id} data={data} />
      <section aria-labelledby="versions">
        <h2 id="versions" className="visually-hidden">
          {t("blog.history.list")}
        </h2>
        <ListState
          items={data.versions}
          empty={<EmptyState title={t("blog.history.empty")} />}
          pager={<Pager next={data.next} />}
        >
          {(versions) => (
            <ol className="rows">
              {versions.map((version) => (
                <Row key={version.id} version={version} isChosen={version.id === data.chosen?.id} />
              ))}
            </ol>
          )}
        </ListState>
      </section>
    </div>
  );
}

interface RowProps {
  version: ArticleVersion;
  isChosen: boolean;
}

/** A version; a link to its comparison unless it is the current text. */
function Row({ version, isChosen }: RowProps) {
  const { t } = useTranslation();
  const { path, query } = usePage();
  const words = (
    <>
      <span className={styles.time}>
        <DateTime value={version.savedAt} />
      </span>
      <span className={styles.facts}>
        {version.author && <span>{version.author}</span>}
        {version.isCurrent && <Tag tone="accent">{t("blog.history.current")}</Tag>}
        {version.isRestored && <Tag>{t("blog.history.restored")}</Tag>}
      </span>
    </>
  );
  return (
    <li>
      {version.isCurrent ? (
        <div className={styles.row}>{words}</div>
      ) : (
        <Link
          className={styles.row}
          to={addressWith(path, query, { version: String(version.id) })}
          aria-current={isChosen || undefined}
        >
          {words}
        </Link>
      )}
    </li>
  );
}
