import { DateTime } from "../../../components/DateTime";
import type { ForumEntry } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format";
import { useTranslation } from "../../../lib/texts";
import { useTimeZone } from "../../../lib/useTimeZone";
import styles from "./entry.module.css";

interface Props {
  entry: ForumEntry;
}

/** When it was written, and by whom and when it was changed. */
export function EntryTime({ entry }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const timeZone = useTimeZone();
  const { editedAt, editedBy } = entry;
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
    </span>
  );
}
