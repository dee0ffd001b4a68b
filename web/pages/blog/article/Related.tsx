import { ArticleCard } from "../../../components/ArticleCard";
import { SectionHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { BlogArticlePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import styles from "../Article.module.css";
import list from "../Blog.module.css";

interface Props {
  article: BlogArticlePayload;
}

/** Related articles. */
export function Related({ article }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section className={styles.related} aria-labelledby="related">
      <SectionHead
        id="related"
        title={article.related.length > 0 ? t("blog.article.related") : t("blog.title")}
        more={{ to: pathTo.blog({ lang }), label: t("blog.article.more") }}
      />
      {article.related.length > 0 && (
        <ul className={list.list}>
          {article.related.map((other) => (
            <ArticleCard
              key={other.id}
              article={other}
              to={pathTo.blogArticle({ lang, blogId: other.slug })}
              level={3}
            />
          ))}
        </ul>
      )}
    </section>
  );
}
