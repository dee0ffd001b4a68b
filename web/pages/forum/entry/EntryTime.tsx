import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import { useLang, useModerates } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { formatAgo } from "../../../lib/format/relative";
import { useNow } from "../../../lib/format/useNow";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import styles from "./entry.module.css";
import type { EntryProps } from "./entryTypes";
import { pathToReply } from "./pathToReply";

/**
 * When it was written, which in a reply is its permanent link, and by whom and when it was changed; for its author and
 * moderators, what it said before. The exact moment of writing appears on pointing.
 */
export function EntryTime({ entry, place, address }: EntryProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const now = useNow();
  const moderates = useModerates();
  const { createdAt, editedAt, editedBy } = entry;
  const ago = formatAgo(lang, createdAt, timeZone, now);
  const hasHistory = editedAt !== null || entry.state !== "shown";
  const time = (
    <time dateTime={createdAt} title={formatMoment(lang, createdAt, timeZone)} suppressHydrationWarning>
      {ago}
    </time>
  );
  return (
    <>
      {place ? (
        <Link
          className={styles.time}
          to={pathToReply(lang, address, place.number)}
          aria-label={`${ago}: ${t("forum.post.linkTo", { number: place.number })}`}
          suppressHydrationWarning
        >
          {time}
        </Link>
      ) : (
        <span className={styles.time}>{time}</span>
      )}
      {editedAt && (
        <span className={styles.time} suppressHydrationWarning>
          {t("forum.post.edited", {
            name: editedBy ?? t("forum.formerMember"),
            when: formatAgo(lang, editedAt, timeZone, now),
          })}
        </span>
      )}
      {entry.marks && <span className={styles.time}>{entry.marks}</span>}
      {hasHistory && (entry.isMine || moderates) && (
        <Link className={styles.time} to={pathTo.forumHistory({ lang, ...address, entryId: entry.id })}>
          {t("forum.history.title")}
        </Link>
      )}
    </>
  );
}
