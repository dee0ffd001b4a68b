import { useLang } from "../../lib/context";
import { formatMoment } from "../../lib/format/format";
import { useTimeZone } from "../../lib/format/useTimeZone";
import styles from "./DateBlock.module.css";

interface DateBlockProps {
  /** ISO text with its offset. */
  value: string;
  /** A fixed zone, such as the place where something happens; else the reader's own. */
  timeZone?: string;
}

/** A day, as beside an event: weekday over number. The whole date is in a text beside it, so it is decoration. */
export function DateBlock({ value, timeZone }: DateBlockProps) {
  const lang = useLang();
  const own = useTimeZone();
  const zone = timeZone ?? own;
  return (
    <span className={styles.date} aria-hidden="true" suppressHydrationWarning>
      {formatMoment(lang, value, zone, "shortWeekday")}
      <span className={styles.day} suppressHydrationWarning>
        {formatMoment(lang, value, zone, "dayNumber").replace(/\D/g, "")}
      </span>
    </span>
  );
}
