import { Link } from "react-router";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { FilterRow } from "../../../components/fields/FilterRow";
import { Pager } from "../../../components/Pager";
import { RelativeTime } from "../../../components/parts/RelativeTime";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminReviewsPayload, WaitingReview } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import styles from "../Articles.module.css";
import { AdminPage } from "../parts/AdminPage";

const ROWS = [{ table: "article_reviews" }] as const;

/** The texts of articles that wait for an editor, the longest first. Decisions of others appear by themselves. */
export function Reviews({ data }: PageProps<AdminReviewsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { languages } = useSite();
  const refresh = useRefresh();
  useRowChanges("reviews", ROWS, { onChange: refresh, onMissed: refresh });
  return (
    <AdminPage title={t("admin.reviews.title")} lead={t("admin.reviews.lead")}>
      <FilterRow label={t("admin.translations.languages")}>
        <Tag to={pathTo.adminReviews({ lang })} isCurrent={!data.language}>
          {t("admin.translations.allLanguages")}
        </Tag>
        {languages.map((one) => (
          <Tag
            key={one}
            lang={HTML_LANG[one]}
            to={pathTo.adminReviews({ lang }, { language: one })}
            isCurrent={one === data.language}
          >
            {OWN_NAME[one]}
          </Tag>
        ))}
      </FilterRow>
      <ListState
        items={data.reviews}
        empty={
          <EmptyState drawing="shelf" title={t("admin.reviews.empty")}>
            {t("admin.reviews.emptyText")}
          </EmptyState>
        }
        pager={<Pager next={data.next} />}
      >
        {(reviews) => (
          <ul className="rows">
            {reviews.map((review) => (
              <Row key={review.id} review={review} />
            ))}
          </ul>
        )}
      </ListState>
    </AdminPage>
  );
}

/** The title leads to the editor, where the text is published or sent back. */
function Row({ review }: { review: WaitingReview }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <li className={styles.row}>
      <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
        <Link
          className={`touch ${styles.title}`}
          lang={review.lang === lang ? undefined : HTML_LANG[review.lang]}
          to={pathTo.blogEdit({ lang, blogId: review.slug }, { language: review.lang })}
        >
          {review.title}
        </Link>
        <Tag lang={HTML_LANG[review.lang]}>{OWN_NAME[review.lang]}</Tag>
        {review.isAgain && <Tag tone="note">{t("admin.reviews.again")}</Tag>}
      </div>
      {review.note && <p>{review.note}</p>}
      <p className="facts soft small">
        <span>{t("admin.reviews.writer", { name: review.writerName ?? t("forum.formerMember") })}</span>
        <RelativeTime value={review.submittedAt} />
      </p>
    </li>
  );
}
