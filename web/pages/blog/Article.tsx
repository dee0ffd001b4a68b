import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { Notice } from "../../components/feedback/Notice";
import { LanguageNote } from "../../components/LanguageNote";
import { RichText } from "../../components/RichText";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { BlogArticlePayload } from "../../generated/payloads";
import { nameTopic } from "../../lib/api/topics";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { COVER, sourceOf } from "../../lib/uploads/pictures";
import styles from "./Article.module.css";

export function Article({ data }: PageProps<BlogArticlePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  return (
    <div className={styles.page}>
      <ForAdministrators article={data} />
      <LanguageNote shown={data.lang} />
      {data.isOutdated && <OutdatedNote article={data} />}
      <article className={styles.article} lang={textLang}>
        <Head article={data} />
        {data.coverUrl && (
          <img
            className={styles.cover}
            {...sourceOf(data.coverUrl, COVER)}
            alt={data.coverAlt}
            width="1200"
            height="675"
          />
        )}
        <RichText document={data.body} />
      </article>
      <Siblings article={data} />
      <p>
        <Link to={pathTo.blog({ lang })}>{t("blog.article.more")}</Link>
      </p>
    </div>
  );
}

interface Props {
  article: BlogArticlePayload;
}

function Head({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <header className="stack" style={{ "--gap": "var(--space-3)" }}>
      {article.tags.length > 0 && (
        <p className="cluster" style={{ "--gap": "var(--space-2)" }} lang={HTML_LANG[lang]}>
          {article.tags.map((tag) => (
            <Tag key={tag} to={pathTo.blog({ lang }, { tag })}>
              {nameTopic(t, tag)}
            </Tag>
          ))}
        </p>
      )}
      <h1>{article.title}</h1>
      {article.summary && <p className={styles.summary}>{article.summary}</p>}
      <div className={styles.by} lang={HTML_LANG[lang]}>
        {article.author && (
          <>
            <Avatar name={article.author.displayName} pictureUrl={article.author.pictureUrl} size="small" />
            <span>{t("blog.article.by", { name: article.author.displayName })}</span>
          </>
        )}
        {article.publishAt && <DateTime value={article.publishAt} format="date" />}
        {article.changedAt && (
          <span>
            {t("blog.article.changed")} <DateTime value={article.changedAt} format="date" />
          </span>
        )}
      </div>
    </header>
  );
}

/** The original has changed since: says so, with the way to it. */
function OutdatedNote({ article }: Props) {
  const { t } = useTranslation();
  const newer = article.siblings.find((sibling) => sibling.lang === article.sourceLang);
  const link = newer && (
    <Link to={pathTo.blogArticle({ lang: newer.lang, blogId: newer.slug })} hrefLang={HTML_LANG[newer.lang]}>
      {t("blog.article.newer", { language: OWN_NAME[newer.lang] })}
    </Link>
  );
  return (
    <Notice tone="note" action={link}>
      {t("blog.article.state.outdated")}
    </Notice>
  );
}

/** The same article in the languages that it has been written in. */
function Siblings({ article }: Props) {
  const { t } = useTranslation();
  if (article.siblings.length === 0) return null;
  return (
    <nav className={styles.siblings} aria-label={t("blog.article.siblings")}>
      <h2 className={styles.siblingsTitle}>{t("blog.article.siblings")}</h2>
      <ul className="stack" style={{ "--gap": "var(--space-2)" }}>
        {article.siblings.map((sibling) => (
          <li key={sibling.lang} lang={HTML_LANG[sibling.lang]}>
            <Link
              to={pathTo.blogArticle({ lang: sibling.lang, blogId: sibling.slug })}
              hrefLang={HTML_LANG[sibling.lang]}
            >
              {sibling.title}
            </Link>{" "}
            <span className="soft small">{OWN_NAME[sibling.lang]}</span>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** What readers do not see: that it is not out yet, and the way to the editor. */
function ForAdministrators({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (!useVisitor()?.isAdmin) return null;
  const states = {
    draft: t("blog.article.state.draft"),
    planned: t("blog.article.state.planned"),
    expired: t("blog.article.state.expired"),
    published: null,
  };
  const state = states[article.state];
  return (
    <div className="stack" style={{ "--gap": "var(--space-3)" }}>
      {state && <Notice tone="note">{state}</Notice>}
      {article.textStatus === "draft" && <Notice tone="note">{t("blog.article.state.draftText")}</Notice>}
      <div>
        <ButtonLink to={pathTo.blogEdit({ lang, blogId: article.slug })}>{t("blog.article.edit")}</ButtonLink>
      </div>
    </div>
  );
}
