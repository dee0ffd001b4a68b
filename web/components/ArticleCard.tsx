import { Link } from "react-router";
import type { BlogCard } from "../generated/payloads";
import { nameTopic } from "../lib/api/topics";
import { useLang } from "../lib/context";
import { HTML_LANG } from "../lib/i18n";
import { useTranslation } from "../lib/texts";
import { CARD, COVER, sourceOf } from "../lib/uploads/pictures";
import styles from "./ArticleCard.module.css";
import { Avatar } from "./Avatar";
import { DateTime } from "./DateTime";
import { CoverArt } from "./parts/CoverArt";
import { LanguageTag, Tag } from "./Tag";

interface Props {
  article: BlogCard;
  to: string;
  level?: 2 | 3;
  /** The first of a list: large, its picture from edge to edge on a phone. */
  isFirst?: boolean;
}

/** An article in a list: cover, title, summary, author and day, all in one language. The whole of it is the link. */
export function ArticleCard({ article, to, level = 2, isFirst = false }: Props) {
  const { t } = useTranslation();
  const isOther = article.lang !== useLang();
  const Heading = `h${level}` as const;
  const [topic] = article.tags;
  return (
    <li
      className={isFirst ? `${styles.card} ${styles.first}` : styles.card}
      lang={isOther ? HTML_LANG[article.lang] : undefined}
    >
      <Cover article={article} isFirst={isFirst} />
      <div className={styles.words}>
        {isFirst && topic && <p className="eyebrow">{nameTopic(t, topic)}</p>}
        <Heading className={styles.title}>
          <Link className="stretched" to={to}>
            {article.title}
          </Link>
        </Heading>
        {article.summary && <p className={styles.summary}>{article.summary}</p>}
        <Foot article={article} isOther={isOther} hasPicture={isFirst} />
      </div>
    </li>
  );
}

interface PartProps {
  article: BlogCard;
}

function Cover({ article, isFirst }: PartProps & { isFirst: boolean }) {
  if (!article.coverUrl) return <CoverArt className={styles.cover} seed={article.id} />;
  return (
    <img
      className={styles.cover}
      {...sourceOf(article.coverUrl, isFirst ? COVER : CARD)}
      alt={article.coverAlt}
      width="640"
      height="400"
      loading={isFirst ? "eager" : "lazy"}
      fetchPriority={isFirst ? "high" : undefined}
      decoding="async"
    />
  );
}

function Foot({ article, isOther, hasPicture }: PartProps & { isOther: boolean; hasPicture: boolean }) {
  const { t } = useTranslation();
  const { author } = article;
  return (
    <div className={styles.foot}>
      {hasPicture && author && <Avatar name={author.displayName} pictureUrl={author.pictureUrl} size="small" />}
      <p className="facts">
        {author && <span>{author.displayName}</span>}
        <DateTime value={article.publishAt} format="date" />
      </p>
      {isOther && <LanguageTag language={article.lang} />}
      {article.isLimited && <Tag>{t("common.limited")}</Tag>}
      {article.isOutdated && <Tag tone="note">{t("common.olderVersion")}</Tag>}
    </div>
  );
}
