import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { LanguageNote } from "../../../components/LanguageNote";
import { pathTo } from "../../../generated/paths";
import type { BlogArticlePayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";

interface Props {
  article: BlogArticlePayload;
}

/** Notes above an article: its language, that it is outdated, and notes for its writers. */
export function Notes({ article }: Props) {
  const changes = useMayChange(article);
  const isOther = useLang() !== article.lang;
  if (!changes && !isOther && !article.isOutdated) return null;
  return (
    <div className={styles.notes}>
      {changes && <ForWriters article={article} />}
      <LanguageNote shown={article.lang} />
      {article.isOutdated && <OutdatedNote article={article} />}
    </div>
  );
}

/** Editors and translators all articles, authors their own. The editor's page decides again. */
function useMayChange(article: BlogArticlePayload): boolean {
  const visitor = useVisitor();
  if (visitor === null) return false;
  const isOwn = article.author?.id === visitor.id;
  return visitor.rights.some((right) => right === "edit" || right === "translate" || (right === "write" && isOwn));
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

/** Notes that readers do not see: the article is not published yet, and a link to the editor. */
function ForWriters({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const states = {
    draft: t("blog.article.state.draft"),
    planned: t("blog.article.state.planned"),
    expired: t("blog.article.state.expired"),
    published: null,
  };
  const state = states[article.state];
  return (
    <>
      {state && <Notice tone="note">{state}</Notice>}
      {article.textStatus === "draft" && <Notice tone="note">{t("blog.article.state.draftText")}</Notice>}
      <div>
        <ButtonLink size="small" to={pathTo.blogEdit({ lang, blogId: article.slug })}>
          {t("blog.article.edit")}
        </ButtonLink>
      </div>
    </>
  );
}
