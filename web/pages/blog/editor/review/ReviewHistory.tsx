import { DateTime } from "../../../../components/DateTime";
import type { ArticleReview } from "../../../../generated/payloads";
import { useTranslation } from "../../../../lib/texts";
import panel from "../Panel.module.css";
import styles from "./Review.module.css";

interface Happening {
  key: string;
  text: string;
  at: string;
  words: string;
}

/** All that happened to a text, newest first. */
export function ReviewHistory({ reviews }: { reviews: readonly ArticleReview[] }) {
  const { t } = useTranslation();
  if (reviews.length === 0) return null;
  const say = (event: string, name: string | null) =>
    t(`blog.write.review.event.${event}`, { name: name ?? t("forum.formerMember") });
  const happenings = reviews.flatMap(({ id, outcome, comment, note, ...review }): Happening[] => [
    ...(outcome && review.decidedAt
      ? [{ key: `${id} end`, text: say(outcome, review.deciderName), at: review.decidedAt, words: comment }]
      : []),
    { key: id, text: say("submitted", review.writerName), at: review.submittedAt, words: note },
  ]);
  return (
    <details>
      <summary className={panel.summary}>{t("blog.write.review.history")}</summary>
      <ol className={styles.events}>
        {happenings.map(({ key, text, at, words }) => (
          <li key={key}>
            <p>
              {text}{" "}
              <span className="soft small">
                <DateTime value={at} />
              </span>
            </p>
            {words && <blockquote className={styles.quote}>{words}</blockquote>}
          </li>
        ))}
      </ol>
    </details>
  );
}
