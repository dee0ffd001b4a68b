import { Link } from "react-router";
import { DateTime } from "../../components/DateTime";
import { Marked } from "../../components/Marked";
import { LanguageTag, Tag } from "../../components/Tag";
import type { SearchHit } from "../../generated/payloads";
import { useLang, useSite } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Search.module.css";

interface Props {
  hit: SearchHit;
}

/** One result. The whole row is the link. */
export function Hit({ hit }: Props) {
  const isOfThread = hit.thread !== null && hit.threadLanguage !== null;
  return (
    <li className={styles.hit} translate={hit.isUntranslated ? "no" : undefined}>
      <Kind hit={hit} />
      <h2 className={styles.title}>
        <Link className="stretched" to={hit.path}>
          {isOfThread && hit.threadLanguage ? (
            <span lang={HTML_LANG[hit.threadLanguage]}>{hit.thread}</span>
          ) : (
            <span lang={HTML_LANG[hit.language]}>
              <Marked segments={hit.title} />
            </span>
          )}
        </Link>
      </h2>
      {hit.excerpt.length > 0 && (
        <p className={styles.excerpt} lang={HTML_LANG[hit.language]}>
          <Marked segments={hit.excerpt} />
        </p>
      )}
    </li>
  );
}

/** Kind, place and date of a result; and its language, if it is not the page's. */
function Kind({ hit }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const isDated = hit.kind === "article" || hit.kind === "post" || hit.kind === "reply";
  return (
    <div className={styles.about}>
      <span className={styles.kind}>{t(`search.kind.${hit.kind}`)}</span>
      <p className="facts">
        {hit.forum && <span>{hit.forum}</span>}
        {isDated && <DateTime value={hit.createdAt} format="shortDate" />}
        {hit.startsAt && (
          <DateTime value={hit.startsAt} timeZone={timeZone} say={(date) => t("search.nextDate", { date })} />
        )}
      </p>
      {hit.isDraft && <Tag tone="note">{t("search.draft")}</Tag>}
      {hit.isTranslation && <Tag>{t("search.translated")}</Tag>}
      {hit.language !== lang && <LanguageTag language={hit.language} />}
    </div>
  );
}
