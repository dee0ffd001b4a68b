import { MoonIcon, SunIcon, SunriseIcon } from "../../../components/icons";
import type { BookingSlot, BookServicePayload, SlotDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatDay, formatMoment } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import { leftOf } from "../hold/ownHold";
import styles from "./DaySlots.module.css";
import { SlotLink } from "./SlotLink";

interface Props {
  day: SlotDay;
  isShown: boolean;
  data: BookServicePayload;
}

/** The parts of a day, and the hour before which each ends. */
const PARTS = [
  { name: "morning", end: 12, Icon: SunriseIcon },
  { name: "afternoon", end: 17, Icon: SunIcon },
  { name: "evening", end: 24, Icon: MoonIcon },
] as const;

/** The times of a day: free ones and the visitor's own by part of the day; full ones folded, for the waiting list. */
export function DaySlots({ day, isShown, data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const full = day.slots.filter((slot) => leftOf(slot) === 0 && slot.bookingId === null);
  const open = day.slots.filter((slot) => !full.includes(slot));
  const hourOf = (slot: BookingSlot) =>
    Number(formatMoment("en", slot.startsAt, data.service.timeZone, "time").slice(0, 2));
  return (
    <section className={styles.day} data-shown={isShown || undefined}>
      <h3 className={styles.title}>
        <time dateTime={day.day} suppressHydrationWarning>
          {formatDay(lang, day.day, "day")}
        </time>
      </h3>
      {PARTS.map(({ name, end, Icon }, place) => {
        const start = PARTS[place - 1]?.end ?? 0;
        const slots = open.filter((slot) => hourOf(slot) >= start && hourOf(slot) < end);
        if (slots.length === 0) return null;
        const free = slots.filter((slot) => leftOf(slot) > 0).length;
        return (
          <div key={name}>
            <h4 className={styles.part}>
              {isShown && <Icon size={18} />}
              <span>{t(`book.part.${name}`)}</span> {free > 0 && <span>{t("book.freeTimes", { count: free })}</span>}
            </h4>
            <Times slots={slots} data={data} />
          </div>
        );
      })}
      {full.length > 0 && <FullTimes slots={full} data={data} isOpen={open.length === 0} />}
    </section>
  );
}

interface TimesProps {
  slots: readonly BookingSlot[];
  data: BookServicePayload;
}

function Times({ slots, data }: TimesProps) {
  return (
    <ul className={styles.slots}>
      {slots.map((slot) => (
        <li key={slot.startsAt}>
          <SlotLink slot={slot} data={data} />
        </li>
      ))}
    </ul>
  );
}

interface FullTimesProps extends TimesProps {
  /** Nothing else is there on this day. */
  isOpen: boolean;
}

function FullTimes({ slots, data, isOpen }: FullTimesProps) {
  const { t } = useTranslation();
  const isChosen = slots.some((slot) => slot.startsAt === data.chosenAt);
  return (
    <details className={styles.full} open={isOpen || isChosen}>
      <summary>{t("book.service.fullTimes", { count: slots.length })}</summary>
      <Times slots={slots} data={data} />
    </details>
  );
}
