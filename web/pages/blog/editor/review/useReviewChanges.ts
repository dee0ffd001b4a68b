import type { BlogDraft } from "../../../../generated/payloads";
import { useRefresh } from "../../../../realtime/useRefresh";
import { useRowChanges } from "../../../../realtime/useRowChanges";

/** Shows at once what another person decides about a review of this article. The form stays as it is. */
export function useReviewChanges(article: BlogDraft | null): void {
  const refresh = useRefresh();
  useRowChanges(
    article && `reviews:${article.id}`,
    article ? [{ table: "article_reviews", filter: `article_id=eq.${article.id}` }] : [],
    { onChange: refresh, onMissed: refresh },
  );
}
