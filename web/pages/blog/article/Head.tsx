import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { DateTime } from "../../../components/DateTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { BlogArticlePayload } from "../../../generated/payloads";
import { nameTopic } from "../../../lib/api/topics";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

interface Props {
  article: BlogArticlePayload;
}

/** Topics, title, author, day and length; and the languages that the article is written in. */
export function Head({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { author } = article;
  return (
    <div className={styles.head}>
      {article.tags.length > 0 && (
        <p className={styles.topics} lang={HTML_LANG[lang]}>
          {article.tags.map((tag) => (
            <Link key={tag} to={pathTo.blog({ lang }, { tag })}>
              {nameTopic(t, tag)}
            </Link>
          ))}
        </p>
      )}
      <h1>{article.title}</h1>
      <div className={styles.by} lang={HTML_LANG[lang]}>
        {author && <Avatar name={author.displayName} pictureUrl={author.pictureUrl} />}
        <div className={styles.facts}>
          {author && <Link to={pathTo.peoplePerson({ lang, personId: author.id })}>{author.displayName}</Link>}
          <p className="facts">
            {article.publishAt && <DateTime value={article.publishAt} format="date" />}
            <span>{t("blog.article.minutes", { count: article.minutes })}</span>
            {article.isLimited && (
              <span>
                <Tag>{t("common.limited")}</Tag>
              </span>
            )}
            {article.changedAt && (
              <span>
                {t("blog.article.changed")} <DateTime value={article.changedAt} format="date" />
              </span>
            )}
          </p>
        </div>
      </div>
      <Languages article={article} />
    </div>
  );
}

/** The same article in the other languages that it has been written in. */
function Languages({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (article.siblings.length === 0) return null;
  return (
    <nav className={styles.languages} aria-label={t("blog.article.siblings")} lang={HTML_LANG[lang]}>
      <span className="soft">{t("blog.article.alsoIn")}</span>
      {article.siblings.map((sibling) => (
        <Link
          key={sibling.lang}
          to={pathTo.blogArticle({ lang: sibling.lang, blogId: sibling.slug })}
          hrefLang={HTML_LANG[sibling.lang]}
          lang={HTML_LANG[sibling.lang]}
        >
          {OWN_NAME[sibling.lang]}
        </Link>
      ))}
    </nav>
  );
}
