import { useEffect, useRef } from "react";
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

/** Which of the seven days is shown: a strip that scrolls on a phone, each day with the number of its free times. */
export function DayPicker({ days, shown, onPick }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const strip = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const day = shown && strip.current?.querySelector<HTMLElement>(`[data-day="${shown}"]`);
    // Not scrollIntoView(), which would move the page too.
    if (day && strip.current)
      strip.current.scrollLeft = day.offsetLeft - (strip.current.clientWidth - day.clientWidth) / 2;
  }, [shown]);
  return (
    <fieldset>
      <legend className="visually-hidden">{t("book.service.day")}</legend>
      <div ref={strip} className={styles.strip}>
        {days.map(({ day, slots }) => {
          const free = slots.filter((slot) => slot.left > 0).length;
          return (
            <button
              key={day}
              type="button"
              className={styles.day}
              aria-pressed={day === shown}
              data-day={day}
              data-free={free > 0 || undefined}
              disabled={slots.length === 0}
              onClick={() => onPick(day)}
            >
              <span suppressHydrationWarning>{formatDay(lang, day, "shortWeekday")}</span>
              <span className={styles.number}>{formatNumber(lang, Number(day.slice(8)))}</span>
              <span className={styles.count}>
                {free > 0
                  ? t("book.freeShort", { count: free })
                  : t(slots.length > 0 ? "book.service.fullShort" : "book.service.noneShort")}
              </span>
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
