import { Link } from "react-router";
import { ArticleCard } from "../../components/ArticleCard";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { NewItemsNotice } from "../../components/feedback/NewItemsNotice";
import { FilterRow } from "../../components/fields/FilterRow";
import { Pager } from "../../components/Pager";
import { PageHead } from "../../components/parts/Heads";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { BlogPayload } from "../../generated/payloads";
import { nameTopic } from "../../lib/api/topics";
import { useLang, useVisitor } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Blog.module.css";

export function Blog({ data }: PageProps<BlogPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const writes = useVisitor()?.rights.includes("write") ?? false;
  const add = (
    <ButtonLink look="primary" to={pathTo.blogNew({ lang })}>
      {t("blog.add")}
    </ButtonLink>
  );
  return (
    <div>
      <PageHead
        title={data.tag ? t("blog.tagged", { tag: nameTopic(t, data.tag) }) : t("blog.title")}
        lead={t("blog.description")}
        action={writes && add}
      />
      <div className="stack" style={{ "--gap": "var(--space-5)" }}>
        <Topics tags={data.tags} current={data.tag} />
        {data.isFirstPage && (
          <NewItemsNotice
            topic="blog"
            rows={[{ table: "articles" }]}
            say={(count) => t("blog.live.articles", { count })}
          />
        )}
        <ListState
          items={data.articles}
          empty={<EmptyState title={data.tag ? t("blog.emptyTag") : t("blog.empty")} />}
          pager={<Pager next={data.next} />}
        >
          {(articles) => (
            <ul className={styles.list}>
              {articles.map((article, place) => (
                <ArticleCard
                  key={article.id}
                  article={article}
                  to={pathTo.blogArticle({ lang, blogId: article.slug })}
                  isFirst={place === 0 && data.isFirstPage}
                />
              ))}
            </ul>
          )}
        </ListState>
        <p className={`small ${styles.foot}`}>
          <a href={`/${lang}/feed.xml${data.tag ? `?tag=${encodeURIComponent(data.tag)}` : ""}`}>{t("blog.feed")}</a>
          {" · "}
          <Link to={pathTo.newsletter({ lang })}>{t("blog.byEmail")}</Link>
        </p>
      </div>
    </div>
  );
}

interface TopicsProps {
  tags: string[];
  current: string | null;
}

function Topics({ tags, current }: TopicsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  if (tags.length === 0 && current === null) return null;
  const shown = current === null || tags.includes(current) ? tags : [current, ...tags];
  return (
    <FilterRow label={t("blog.tags")}>
      <Tag to={pathTo.blog({ lang })} isCurrent={current === null}>
        {t("blog.allTags")}
      </Tag>
      {shown.map((tag) => (
        <Tag key={tag} to={pathTo.blog({ lang }, { tag })} isCurrent={tag === current}>
          {nameTopic(t, tag)}
        </Tag>
      ))}
    </FilterRow>
  );
}
