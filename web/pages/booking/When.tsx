import { useLang } from "../../lib/context";
import { formatMoment, formatSpan } from "../../lib/format/format";
import { useOwnClock } from "../../lib/format/useTimeZone";
import { isSameClock, zoneName, zoneOffset } from "../../lib/format/zones";
import { useTranslation } from "../../lib/texts";
import styles from "./When.module.css";

interface Props {
  value: { startsAt: string; endsAt: string };
  timeZone: string;
  /** The venue's time alone, within a sentence. */
  isShort?: boolean;
}

/** A time at the venue with its zone, and below it the same moment on the visitor's clock when that shows another. */
export function When({ value, timeZone, isShort = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const own = useOwnClock();
  const { startsAt, endsAt } = value;
  if (isShort)
    return <strong suppressHydrationWarning>{formatSpan(lang, startsAt, endsAt, timeZone, "dayTime")}</strong>;
  return (
    <div className={styles.when}>
      <p className={styles.venue}>
        <time dateTime={startsAt} suppressHydrationWarning>
          {formatSpan(lang, startsAt, endsAt, timeZone, "full")}
        </time>
      </p>
      <p className="small soft" suppressHydrationWarning>
        {zoneName(lang, timeZone, startsAt)}
      </p>
      {(!own.isKnown || !isSameClock(timeZone, own.zone, startsAt)) && (
        <p className="small own-clock" data-awaited={!own.isKnown || undefined} suppressHydrationWarning>
          {t("book.yourTime", {
            time: formatMoment(lang, startsAt, own.zone, "dayTime"),
            zone: zoneOffset(lang, own.zone, startsAt),
          })}
        </p>
      )}
    </div>
  );
}
