import { ButtonLink } from "../../../../components/Button";
import { DateTime } from "../../../../components/DateTime";
import { pathTo } from "../../../../generated/paths";
import type { ArticleReview, BlogDraft, BlogDraftText } from "../../../../generated/payloads";
import { OWN_NAME } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import panel from "../Panel.module.css";
import type { Writing } from "../useArticleEditor";
import styles from "./Review.module.css";
import { AskForChanges, Publish, Withdraw } from "./ReviewActs";
import { ReviewHistory } from "./ReviewHistory";

interface Props {
  writing: Writing;
  /** As it is saved. */
  article: BlogDraft | null;
  lang: Lang;
}

/** The review of one language: its state, the acts of its writer or of an editor, and its history. */
export function Review({ writing, article, lang }: Props) {
  const { t } = useTranslation();
  const saved = article?.texts.find((text) => text.lang === lang);
  const reviews = saved?.reviews ?? [];
  const waiting = reviews.find((review) => review.outcome === null);
  const state = saved?.reviewState ?? "draft";
  const mayDecide = saved?.mayPublish && waiting;
  // Before the first submission there is no state to show.
  if (reviews.length === 0 && (state === "draft" || !writing.isWriter)) return null;
  return (
    <section className={panel.panel} aria-label={t("blog.write.review.title", { language: OWN_NAME[lang] })}>
      {mayDecide ? <Waiting review={waiting} /> : writing.isWriter && <OwnState text={saved} article={article} />}
      <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
        {mayDecide && <Publish writing={writing} lang={lang} review={waiting} />}
        {saved?.mayPublish && <AskForChanges review={waiting} />}
        {waiting?.isOwn && <Withdraw review={waiting} />}
        {saved && state !== "draft" && (
          <ButtonLink look="quiet" to={pathTo.blogArticle({ lang, blogId: saved.slug })}>
            {t("blog.write.review.preview")}
          </ButtonLink>
        )}
      </div>
      <ReviewHistory reviews={reviews} />
    </section>
  );
}

/** For an editor: the writer's words. */
function Waiting({ review }: { review: ArticleReview }) {
  const { t } = useTranslation();
  return (
    <div>
      <p>
        {t("blog.write.review.by", { name: review.writerName ?? t("forum.formerMember") })}{" "}
        <span className="soft small">
          <DateTime value={review.submittedAt} />
        </span>
      </p>
      {review.note && <blockquote className={styles.quote}>{review.note}</blockquote>}
    </div>
  );
}

interface OwnStateProps {
  text: BlogDraftText | undefined;
  article: BlogDraft | null;
}

/** For the writer: where the text is, and what an editor asks for. */
function OwnState({ text, article }: OwnStateProps) {
  const { t } = useTranslation();
  const [newest] = text?.reviews ?? [];
  if (text?.reviewState === "in_review" && newest) {
    return (
      <p>
        <DateTime value={newest.submittedAt} say={(date) => t("blog.write.review.waiting", { date })} />
      </p>
    );
  }
  if (text?.reviewState === "changes_asked" && newest) {
    return (
      <div>
        <p>{t("blog.write.review.asks", { name: newest.deciderName ?? t("forum.formerMember") })}</p>
        <blockquote className={styles.quote}>{newest.comment}</blockquote>
      </div>
    );
  }
  if (text?.reviewState === "published")
    return <p>{t(article?.state === "draft" ? "blog.write.review.ready" : "blog.write.review.published")}</p>;
  return null;
}
