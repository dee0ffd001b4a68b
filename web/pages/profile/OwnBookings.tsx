import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { Pager } from "../../components/Pager";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { ProfileBooking } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Profile.module.css";

interface Props {
  bookings: ProfileBooking[];
  next: string | null;
}

const TONES = { booked: "good", waiting: "note", cancelled: "plain" } as const;

export function OwnBookings({ bookings, next }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const book = <ButtonLink to={pathTo.book({ lang })}>{t("profile.bookings.book")}</ButtonLink>;
  return (
    <section className={styles.section} aria-labelledby="bookings">
      <h2 id="bookings">{t("profile.bookings.title")}</h2>
      <ListState
        items={bookings}
        empty={<EmptyState title={t("profile.bookings.empty")} action={book} />}
        pager={<Pager next={next} parameter="bookings" />}
      >
        {(items) => (
          <ul className={styles.list}>
            {items.map((booking) => (
              <li key={booking.id} className={styles.row}>
                <Link to={pathTo.bookView({ lang, bookId: booking.id })} lang={HTML_LANG[booking.lang]}>
                  {booking.name}
                </Link>
                <p className="cluster small">
                  <DateTime value={booking.startsAt} format="full" />
                  <Tag tone={TONES[booking.status]}>{t(`profile.bookings.${booking.status}`)}</Tag>
                </p>
              </li>
            ))}
          </ul>
        )}
      </ListState>
    </section>
  );
}
