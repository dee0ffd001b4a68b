import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { DateTime } from "../../../components/DateTime";
import { SectionHead } from "../../../components/parts/Heads";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { pathTo } from "../../../generated/paths";
import type { BlogCard } from "../../../generated/payloads";
import { nameTopic } from "../../../lib/api/topics";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { sourceOf } from "../../../lib/uploads/pictures";
import styles from "./Articles.module.css";

const LARGE = { widths: [480, 800, 1200], ratio: 5 / 8, sizes: "(min-width: 56rem) 41rem, 100vw" };
const SMALL = { widths: [240, 480, 800], ratio: 5 / 8, sizes: "(min-width: 56rem) 23rem, 40vw" };

/** The latest articles: the first one large, three smaller ones below it. */
export function Articles({ articles }: { articles: BlogCard[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  const [first, ...others] = articles;
  if (!first) return null;
  return (
    <section className={styles.section} aria-labelledby="home-articles">
      <SectionHead
        id="home-articles"
        title={t("home.articles")}
        more={{ to: pathTo.blog({ lang }), label: t("home.allArticles") }}
      />
      <First article={first} />
      {others.length > 0 && (
        <ul className={styles.others}>
          {others.map((article) => (
            <Other key={article.id} article={article} />
          ))}
        </ul>
      )}
    </section>
  );
}

interface Props {
  article: BlogCard;
}

function First({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { author } = article;
  return (
    <article className={styles.first} data-plain={article.coverUrl ? undefined : true} lang={useLanguageOf(article)}>
      {article.coverUrl && (
        <img
          {...sourceOf(article.coverUrl, LARGE)}
          alt={article.coverAlt}
          width="800"
          height="500"
          loading="lazy"
          decoding="async"
        />
      )}
      <div className={styles.words}>
        {article.tags[0] && (
          <p className="eyebrow" lang={HTML_LANG[lang]}>
            {nameTopic(t, article.tags[0])}
          </p>
        )}
        <h3 className={styles.firstTitle}>
          <Title article={article} />
        </h3>
        {article.summary && <p className="lead">{article.summary}</p>}
        <p className={styles.by} lang={HTML_LANG[lang]}>
          {author && <Avatar name={author.displayName} pictureUrl={author.pictureUrl} size="small" />}
          <span className="facts">
            {author && <span>{author.displayName}</span>}
            <RelativeTime value={article.publishAt} />
          </span>
        </p>
      </div>
    </article>
  );
}

function Other({ article }: Props) {
  const lang = useLang();
  return (
    <li className={styles.other} data-plain={article.coverUrl ? undefined : true} lang={useLanguageOf(article)}>
      {article.coverUrl && (
        <img
          {...sourceOf(article.coverUrl, SMALL)}
          alt={article.coverAlt}
          width="480"
          height="300"
          loading="lazy"
          decoding="async"
        />
      )}
      <h3 className={styles.title}>
        <Title article={article} />
      </h3>
      {article.summary && <p className={styles.summary}>{article.summary}</p>}
      <p className="facts" lang={HTML_LANG[lang]}>
        {article.author && <span>{article.author.displayName}</span>}
        <DateTime value={article.publishAt} format="dayMonth" />
      </p>
    </li>
  );
}

function Title({ article }: Props) {
  const lang = useLang();
  return (
    <Link className="stretched" to={pathTo.blogArticle({ lang, blogId: article.slug })}>
      {article.title}
    </Link>
  );
}

function useLanguageOf({ lang }: BlogCard) {
  return lang === useLang() ? undefined : HTML_LANG[lang];
}
