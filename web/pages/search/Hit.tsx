import { Card, CardTitle } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { Tag } from "../../components/Tag";
import type { SearchHit } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import { Marked } from "./Marked";
import styles from "./Search.module.css";

interface Props {
  hit: SearchHit;
}

export function Hit({ hit }: Props) {
  return (
    <Card as="li">
      <Kind hit={hit} />
      <CardTitle to={hit.path}>
        {hit.thread === null || hit.threadLanguage === null ? (
          <span lang={HTML_LANG[hit.language]}>
            <Marked segments={hit.title} />
          </span>
        ) : (
          <span lang={HTML_LANG[hit.threadLanguage]}>{hit.thread}</span>
        )}
      </CardTitle>
      {hit.excerpt.length > 0 && (
        <p className={styles.excerpt} lang={HTML_LANG[hit.language]}>
          <Marked segments={hit.excerpt} />
        </p>
      )}
    </Card>
  );
}

/** What it is, where it stands, since when; and its language, when that is not the page's. */
function Kind({ hit }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <p className={styles.facts}>
      <Tag tone="accent">{t(`search.kind.${hit.kind}`)}</Tag>
      {hit.isDraft && <Tag tone="note">{t("search.draft")}</Tag>}
      {hit.language !== lang && <Tag lang={HTML_LANG[hit.language]}>{OWN_NAME[hit.language]}</Tag>}
      {hit.forum && <span>{hit.forum}</span>}
      {(hit.kind === "article" || hit.kind === "post" || hit.kind === "reply") && (
        <DateTime value={hit.createdAt} format="shortDate" />
      )}
    </p>
  );
}
