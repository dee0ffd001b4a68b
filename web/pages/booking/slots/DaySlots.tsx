import type { BookServicePayload, SlotDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatDay } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./DaySlots.module.css";
import { SlotLink } from "./SlotLink";

interface Props {
  day: SlotDay;
  isShown: boolean;
  data: BookServicePayload;
}

export function DaySlots({ day, isShown, data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section className={styles.day} data-shown={isShown || undefined} data-empty={day.slots.length === 0 || undefined}>
      <h3 className={styles.title}>
        <time dateTime={day.day} suppressHydrationWarning>
          {formatDay(lang, day.day, "shortDay")}
        </time>
      </h3>
      {day.slots.length === 0 ? (
        <p className="small soft">{t("book.service.noneThisDay")}</p>
      ) : (
        <ul className={styles.slots}>
          {day.slots.map((slot) => (
            <li key={slot.startsAt}>
              <SlotLink slot={slot} data={data} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
