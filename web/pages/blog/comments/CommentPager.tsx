import { ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { ArticleComments, BlogArticlePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./Comments.module.css";

interface Props {
  article: BlogArticlePayload;
  comments: ArticleComments;
}

/** Pages of comments, as those of a thread. Nothing for one page. */
export function CommentPager({ article, comments: { after, lastNumber, pageSize, lastRead } }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (lastNumber <= pageSize) return null;
  // Without a number the page opens where a member stopped reading.
  const first = lastRead === null ? null : "0";
  const pathAfter = (number: number) =>
    `${pathTo.blogArticle({ lang, blogId: article.slug }, { after: number > 0 ? String(number) : first })}#comments`;
  const page = formatNumber(lang, Math.floor(after / pageSize) + 1);
  const pages = formatNumber(lang, Math.ceil(lastNumber / pageSize));
  return (
    <nav className={styles.pager} aria-label={t("forum.comments.pages")}>
      {after > 0 && (
        <ButtonLink rel="prev" to={pathAfter(Math.max(0, after - pageSize))}>
          {t("forum.comments.earlier")}
        </ButtonLink>
      )}
      <span>{t("forum.post.page", { page, pages })}</span>
      {after + pageSize < lastNumber && (
        <ButtonLink rel="next" to={pathAfter(after + pageSize)}>
          {t("forum.comments.later")}
        </ButtonLink>
      )}
    </nav>
  );
}
