import { Link } from "react-router";
import type { BookingSlot, BookServicePayload } from "../../generated/payloads";
import { pathTo } from "../../generated/routes";
import { useLang } from "../../lib/context";
import { dayIn, formatMoment } from "../../lib/format";
import { useTranslation } from "../../lib/texts";
import { useTimeZone } from "../../lib/useTimeZone";
import { isSameClock, zoneName } from "../../lib/zones";
import { useChoice, WITHIN } from "./choice";
import styles from "./SlotLink.module.css";

interface Props {
  slot: BookingSlot;
  data: BookServicePayload;
}

/** One time: it says to a screen reader the day, the date, the time, whose time that is, and how many places are left. */
export function SlotLink({ slot, data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const own = useTimeZone();
  const choose = useChoice();
  const venue = data.service.timeZone;
  const isElsewhere = !isSameClock(venue, own, slot.startsAt);
  const state = slot.bookingId ? "mine" : slot.left > 0 ? "free" : "full";
  const places = useSlotState(slot, data);
  const isOtherDay = dayIn(venue, slot.startsAt) !== dayIn(own, slot.startsAt);
  const label = t(isElsewhere ? "book.service.slotLabels" : "book.service.slotLabel", {
    when: formatMoment(lang, slot.startsAt, venue, "full"),
    zone: zoneName(lang, venue, slot.startsAt),
    own: formatMoment(lang, slot.startsAt, own, "dayTime"),
    places,
  });
  return (
    <Link
      className={styles.slot}
      data-state={state}
      aria-current={slot.startsAt === data.chosenAt || undefined}
      aria-label={label}
      suppressHydrationWarning
      {...(slot.bookingId && !data.changing
        ? { to: pathTo.bookView({ lang, bookId: slot.bookingId }) }
        : { to: choose({ at: slot.startsAt }), ...WITHIN })}
    >
      <span className={styles.time}>{formatMoment(lang, slot.startsAt, venue, "time")}</span>
      {isElsewhere && (
        <span className={styles.own} suppressHydrationWarning>
          {t("book.service.ownTime", {
            time: formatMoment(lang, slot.startsAt, own, isOtherDay ? "weekdayTime" : "time"),
          })}
        </span>
      )}
      <span className={styles.places}>{places}</span>
    </Link>
  );
}

/** "3 places", "Full, 2 waiting", "Yours". */
function useSlotState(slot: BookingSlot, data: BookServicePayload): string {
  const { t } = useTranslation();
  if (slot.status === "waiting") return t("book.service.waitingHere");
  if (slot.bookingId) return t("book.service.yours");
  if (slot.left > 0) return data.service.capacity > 1 ? t("book.places", { count: slot.left }) : t("book.service.free");
  return slot.waiting > 0 ? t("book.service.fullWaiting", { count: slot.waiting }) : t("book.service.full");
}
