import { Link } from "react-router";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { dayIn, formatMoment } from "../../../lib/format/format";
import { useOwnClock } from "../../../lib/format/useTimeZone";
import { isSameClock, zoneName } from "../../../lib/format/zones";
import { useTranslation } from "../../../lib/texts";
import { leftOf } from "../hold/ownHold";
import { useChoice, WITHIN } from "./choice";
import styles from "./SlotLink.module.css";

interface Props {
  slot: BookingSlot;
  data: BookServicePayload;
}

/**
 * One slot. Its accessible name has the day, date, time, time zone and free places. It contains the visible text, so that
 * users of speech input can say what they see.
 */
export function SlotLink({ slot, data }: Props) {
  const lang = useLang();
  const choose = useChoice();
  const venue = data.service.timeZone;
  const state = slot.bookingId ? "mine" : leftOf(slot) > 0 ? "free" : "full";
  return (
    <Link
      className={styles.slot}
      data-state={state}
      aria-current={slot.startsAt === data.chosenAt || undefined}
      {...(slot.bookingId && !data.changing
        ? { to: pathTo.bookView({ lang, bookId: slot.bookingId }) }
        : { to: choose({ at: slot.startsAt }), ...WITHIN })}
    >
      <span className="visually-hidden" suppressHydrationWarning>
        {formatMoment(lang, slot.startsAt, venue, "day")},{" "}
      </span>
      <span className={styles.time}>{formatMoment(lang, slot.startsAt, venue, "time")}</span>
      <span className="visually-hidden" suppressHydrationWarning>
        , {zoneName(lang, venue, slot.startsAt)},{" "}
      </span>
      <OwnTime startsAt={slot.startsAt} venue={venue} />
      {/* That a time is free needs no word beside it: only such ones are drawn like this. */}
      <span className={state === "free" && data.service.capacity === 1 ? "visually-hidden" : styles.places}>
        {useSlotState(slot, data)}
      </span>
    </Link>
  );
}

interface OwnTimeProps {
  startsAt: string;
  venue: string;
}

/** The same moment on the visitor's clock, with the weekday where that is another one. */
function OwnTime({ startsAt, venue }: OwnTimeProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const own = useOwnClock();
  if (own.isKnown && isSameClock(venue, own.zone, startsAt)) return null;
  const style = dayIn(venue, startsAt) === dayIn(own.zone, startsAt) ? "time" : "weekdayTime";
  return (
    <span className={`${styles.own} own-clock`} data-awaited={!own.isKnown || undefined} suppressHydrationWarning>
      {t("book.service.ownTime", { time: formatMoment(lang, startsAt, own.zone, style) })}
    </span>
  );
}

/** "3 places", "Full, 2 waiting", "Yours". */
function useSlotState(slot: BookingSlot, data: BookServicePayload): string {
  const { t } = useTranslation();
  if (slot.status === "waiting") return t(slot.isRequest ? "book.service.asked" : "book.service.waitingHere");
  if (slot.bookingId) return t("book.service.yours");
  const left = leftOf(slot);
  if (left > 0) return data.service.capacity > 1 ? t("book.places", { count: left }) : t("book.service.free");
  return slot.waiting > 0 ? t("book.service.fullWaiting", { count: slot.waiting }) : t("book.service.full");
}
