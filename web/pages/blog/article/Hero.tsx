import { CoverArt } from "../../../components/parts/CoverArt";
import type { BlogArticlePayload } from "../../../generated/payloads";
import { HERO, sourceOf } from "../../../lib/uploads/pictures";
import styles from "../Article.module.css";

interface Props {
  article: BlogArticlePayload;
}

/** The article's picture from edge to edge, or a pattern where it has none. */
export function Hero({ article }: Props) {
  if (!article.coverUrl) return <CoverArt className={`${styles.hero} ${styles.art}`} seed={article.id} />;
  return (
    <img
      className={styles.hero}
      {...sourceOf(article.coverUrl, HERO)}
      alt={article.coverAlt}
      width="1280"
      height="800"
      fetchPriority="high"
    />
  );
}
