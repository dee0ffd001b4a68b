import { ArticleCard } from "../../components/ArticleCard";
import { EmptyState } from "../../components/feedback/EmptyState";
import { PageHead, SectionHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { BlogCard, BlogSeriesPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Blog.module.css";

/** A series: its parts in the language of the page, in their order, and then those in other languages. */
export function Series({ data }: PageProps<BlogSeriesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="stack" style={{ "--gap": "var(--space-6)" }}>
      <div lang={data.lang === lang ? undefined : HTML_LANG[data.lang]}>
        <PageHead title={data.title} lead={data.description} />
      </div>
      {data.parts.length === 0 && data.others.length === 0 && <EmptyState title={t("blog.series.empty")} />}
      {data.parts.length > 0 && (
        <section className="stack" aria-labelledby="series-parts">
          <SectionHead id="series-parts" title={t("blog.series.count", { count: data.parts.length })} />
          <Cards cards={data.parts} isOrdered />
        </section>
      )}
      {data.others.length > 0 && (
        <section className="stack" aria-labelledby="series-others">
          <SectionHead id="series-others" title={t("blog.series.others")} />
          <Cards cards={data.others} />
        </section>
      )}
    </div>
  );
}

function Cards({ cards, isOrdered = false }: { cards: BlogCard[]; isOrdered?: boolean }) {
  const lang = useLang();
  const List = isOrdered ? "ol" : "ul";
  return (
    <List className={styles.list}>
      {cards.map((card, place) => (
        <ArticleCard
          key={card.id}
          article={isOrdered ? { ...card, title: `${place + 1}. ${card.title}` } : card}
          to={pathTo.blogArticle({ lang, blogId: card.slug })}
          level={3}
        />
      ))}
    </List>
  );
}
