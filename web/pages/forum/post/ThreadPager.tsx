import { ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { ForumPostPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./thread.module.css";

interface Props {
  data: ForumPostPayload;
  /** The one above the replies repeats the one below: only that is a landmark. */
  isAbove?: boolean;
}

/** Pages of replies by their numbers: back, where one is, on, and to the newest. Nothing for a thread of one page. */
export function ThreadPager({ data, isAbove = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { after, lastNumber, pageSize } = data;
  const pages = Math.ceil(lastNumber / pageSize);
  if (pages < 2) return null;
  const page = Math.floor(after / pageSize) + 1;
  // Without a number the thread opens where a member stopped reading.
  const first = data.lastRead === null ? null : "0";
  const pathAfter = (number: number) =>
    pathTo.forumPost(
      { lang, forumId: data.forum.slug, postId: data.post.entry.id },
      { after: number > 0 ? String(number) : first },
    );
  const Frame = isAbove ? "div" : "nav";
  const isLast = after + pageSize >= lastNumber;
  return (
    <Frame className={styles.pager} aria-label={isAbove ? undefined : t("forum.post.pages")}>
      {page > 1 && (
        <ButtonLink rel="prev" to={pathAfter(Math.max(0, after - pageSize))}>
          {t("forum.post.earlier")}
        </ButtonLink>
      )}
      <span className={styles.page}>
        {t("forum.post.page", { page: formatNumber(lang, page), pages: formatNumber(lang, pages) })}
      </span>
      {!isLast && (
        <ButtonLink rel="next" to={pathAfter(after + pageSize)}>
          {t("forum.post.later")}
        </ButtonLink>
      )}
      {page < pages - 1 && (
        <ButtonLink look="quiet" to={`${pathAfter((pages - 1) * pageSize)}#reply-${lastNumber}`}>
          {t("forum.post.newest")}
        </ButtonLink>
      )}
    </Frame>
  );
}
