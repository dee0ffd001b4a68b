import { Selection } from "../../../components/bulk/Selection";
import type { AdminArticle } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { ArticleActDialog } from "./ArticleActDialog";
import type { ArticleAct } from "./articleActs";

interface Props {
  articles: readonly AdminArticle[];
}

const KINDS: readonly ArticleAct[] = ["publish", "withdraw", "tag", "untag", "delete"];

/** The id of a row, which gets the check box. */
export function rowId(article: AdminArticle): string {
  return `article-${article.id}`;
}

/** Acts on several articles of the list. */
export function ArticleSelection({ articles }: Props) {
  const { t } = useTranslation();
  return (
    <Selection
      items={articles.map((article) => ({ id: article.id, place: rowId(article), label: article.title }))}
      acts={KINDS.map((kind) => ({ kind, label: t(`admin.articles.act.${kind}`) }))}
    >
      {(kind, chosen, onClose, onDone) => (
        <ArticleActDialog kind={kind} articles={chosen} onClose={onClose} onDone={onDone} />
      )}
    </Selection>
  );
}
