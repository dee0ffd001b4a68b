import type { SlotDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatDay, formatNumber } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./DayPicker.module.css";

interface Props {
  days: readonly SlotDay[];
  shown: string | null;
  onPick: (day: string) => void;
}

/** On a phone: which of the seven days is shown. Its CSS hides it where all of them fit. */
export function DayPicker({ days, shown, onPick }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <fieldset className={styles.picker}>
      <legend className="visually-hidden">{t("book.service.day")}</legend>
      {days.map(({ day, slots }) => {
        const free = slots.filter((slot) => slot.left > 0).length;
        return (
          <button
            key={day}
            type="button"
            className={styles.day}
            aria-pressed={day === shown}
            data-free={free > 0 || undefined}
            onClick={() => onPick(day)}
          >
            <span className={styles.weekday} suppressHydrationWarning>
              {formatDay(lang, day, "shortWeekday")}
            </span>
            <span className={styles.number}>{formatNumber(lang, Number(day.slice(8)))}</span>
            <span className="visually-hidden">, {t("book.freeTimes", { count: free })}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
