import type { BlogCard } from "../generated/payloads";
import { useLang } from "../lib/context";
import { HTML_LANG, OWN_NAME } from "../lib/i18n";
import { useTranslation } from "../lib/texts";
import { CARD, sourceOf } from "../lib/uploads/pictures";
import styles from "./ArticleCard.module.css";
import { Card, CardTitle } from "./Card";
import { DateTime } from "./DateTime";
import { Tag } from "./Tag";

interface Props {
  article: BlogCard;
  to: string;
  level?: 2 | 3;
}

/** An article in a list: cover, title, summary, author and day, all in one language. */
export function ArticleCard({ article, to, level = 2 }: Props) {
  const { t } = useTranslation();
  const isOther = article.lang !== useLang();
  return (
    <Card as="li" lang={isOther ? HTML_LANG[article.lang] : undefined}>
      {article.coverUrl && (
        <img
          className={styles.cover}
          {...sourceOf(article.coverUrl, CARD)}
          alt={article.coverAlt}
          width="640"
          height="360"
          loading="lazy"
          decoding="async"
        />
      )}
      <CardTitle to={to} level={level}>
        {article.title}
      </CardTitle>
      {article.summary && <p className="soft clamp">{article.summary}</p>}
      <p className={styles.foot}>
        {article.author && <span>{article.author.displayName}</span>}
        <DateTime value={article.publishAt} format="date" />
        {isOther && <Tag>{OWN_NAME[article.lang]}</Tag>}
        {article.isOutdated && <Tag tone="note">{t("common.olderVersion")}</Tag>}
      </p>
    </Card>
  );
}
