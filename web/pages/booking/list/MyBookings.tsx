import { Link } from "react-router";
import { DateTime } from "../../../components/DateTime";
import { DateBlock } from "../../../components/parts/DateBlock";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { BookingLine } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./MyBookings.module.css";

interface Props {
  bookings: readonly BookingLine[];
}

/** The visitor's next bookings. Renders nothing if there are none. */
export function MyBookings({ bookings }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (bookings.length === 0) return null;
  return (
    <section className={styles.mine} aria-labelledby="my-bookings">
      <h2 id="my-bookings" className={styles.title}>
        {t("book.mine")}
      </h2>
      <ul className={styles.list}>
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link className={styles.line} to={pathTo.bookView({ lang, bookId: booking.id })}>
              <DateBlock value={booking.startsAt} timeZone={booking.timeZone} />
              <span className={styles.text}>
                <strong lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.name}</strong>
                <span className="small soft">
                  <DateTime value={booking.startsAt} timeZone={booking.timeZone} format="dayTime" />
                </span>
                {booking.status === "waiting" && (
                  <span>
                    <Tag tone="note">
                      {booking.isRequest
                        ? t("book.service.asked")
                        : booking.isOffered
                          ? t("book.offered")
                          : t("book.inLine", { position: booking.waitingPosition ?? 1 })}
                    </Tag>
                  </span>
                )}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
