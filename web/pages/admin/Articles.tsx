import { Fragment } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { FilterRow } from "../../components/fields/FilterRow";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { AdminArticle, AdminArticlesPayload } from "../../generated/payloads";
import { useLang, useVisitor } from "../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import type { Lang, PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { useLanguages } from "../../lib/useLanguages";
import styles from "./Articles.module.css";
import { ArticleSelection, rowId } from "./articles/ArticleSelection";
import { AdminPage } from "./parts/AdminPage";

const STATES = ["all", "draft", "planned", "published", "expired", "outdated", "undescribed"] as const;

/** Every article with the state of its translations, the most recently changed first. */
export function Articles({ data }: PageProps<AdminArticlesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  return (
    <AdminPage
      title={t("admin.articles.title")}
      action={
        <div className="cluster">
          {visitor?.rights.includes("edit") && (
            <ButtonLink to={pathTo.adminSeries({ lang })}>{t("admin.series.title")}</ButtonLink>
          )}
          <ButtonLink look="primary" to={pathTo.blogNew({ lang })}>
            {t("blog.add")}
          </ButtonLink>
        </div>
      }
    >
      <FilterRow label={t("admin.articles.filter")}>
        {STATES.map((status) => (
          <Fragment key={status}>
            <Tag
              to={pathTo.adminArticles({ lang }, { status: status === "all" ? null : status })}
              isCurrent={status === data.status}
            >
              {t(`admin.articles.${status}`)}
            </Tag>
            {status === "draft" && <Tag to={pathTo.adminReviews({ lang })}>{t("admin.articles.inReview")}</Tag>}
          </Fragment>
        ))}
      </FilterRow>
      {data.articles.length > 0 && (visitor?.rights.includes("write") || visitor?.rights.includes("edit")) && (
        <div>
          <ArticleSelection articles={data.articles} />
        </div>
      )}
      <ListState
        items={data.articles}
        empty={<EmptyState title={t("admin.articles.empty")} />}
        pager={<Pager next={data.next} />}
      >
        {(articles) => (
          <ul className="rows">
            {articles.map((article) => (
              <Row key={article.id} article={article} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

interface RowProps {
  article: AdminArticle;
}

const TONES = { draft: "plain", planned: "note", published: "good", expired: "plain" } as const;

function Row({ article }: RowProps) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li id={rowId(article)} className={styles.row}>
      <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
        <Link
          className={`touch ${styles.title}`}
          lang={article.lang === lang ? undefined : HTML_LANG[article.lang]}
          to={pathTo.blogEdit({ lang, blogId: article.slug })}
        >
          {article.title}
        </Link>
        <Tag tone={TONES[article.state]}>{t(`admin.articles.${article.state}`)}</Tag>
      </div>
      <ul className={styles.languages} aria-label={t("admin.articles.languages")}>
        {useLanguages(...article.languages.map((text) => text.lang)).map((one) => (
          <li key={one}>
            <LanguageState article={article} lang={one} />
            <Undescribed article={article} lang={one} />
          </li>
        ))}
      </ul>
      <p className="cluster soft small" style={{ "--gap": "0 var(--space-3)" }}>
        {article.authorName && <span>{article.authorName}</span>}
        <DateTime value={article.updatedAt} say={(date) => t("admin.articles.touched", { date })} />
      </p>
    </li>
  );
}

function Undescribed({ article, lang }: LanguageStateProps) {
  const { t } = useTranslation();
  const count = article.languages.find((one) => one.lang === lang)?.undescribed ?? 0;
  return count > 0 ? <Tag tone="note">{t("admin.articles.pictures", { count })}</Tag> : null;
}

interface LanguageStateProps extends RowProps {
  lang: Lang;
}

function LanguageState({ article, lang }: LanguageStateProps) {
  const { t } = useTranslation();
  const text = article.languages.find((one) => one.lang === lang);
  const language = OWN_NAME[lang];
  if (!text) return <span className="soft small">{t("admin.articles.missing", { language })}</span>;
  if (text.isInReview) return <Tag tone="note">{t("admin.articles.textInReview", { language })}</Tag>;
  if (text.isSource) return <span className="small">{t("admin.articles.original", { language })}</span>;
  if (text.isOutdated) return <Tag tone="note">{t("admin.articles.textOutdated", { language })}</Tag>;
  const key = text.status === "draft" ? "admin.articles.textDraft" : "admin.articles.ready";
  return <span className="small">{t(key, { language })}</span>;
}
