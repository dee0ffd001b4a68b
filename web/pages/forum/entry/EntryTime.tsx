import { Link } from "react-router";
import { DateTime } from "../../../components/DateTime";
import { pathTo } from "../../../generated/paths";
import type { ForumEntry } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import styles from "./entry.module.css";

interface Props {
  entry: ForumEntry;
  address: { forumId: string; postId: string };
}

/** When it was written, and by whom and when it was changed; for its author and administrators, what it said before. */
export function EntryTime({ entry, address }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const { editedAt, editedBy } = entry;
  const hasHistory = editedAt !== null || entry.state !== "shown";
  return (
    <span className={styles.times}>
      <DateTime value={entry.createdAt} />
      {editedAt && (
        <span suppressHydrationWarning>
          {t("forum.post.edited", {
            name: editedBy ?? t("forum.formerMember"),
            when: formatMoment(lang, editedAt, timeZone),
          })}
        </span>
      )}
      {hasHistory && (entry.isMine || isAdmin) && (
        <Link to={pathTo.forumHistory({ lang, ...address, entryId: entry.id })}>{t("forum.history.title")}</Link>
      )}
    </span>
  );
}
