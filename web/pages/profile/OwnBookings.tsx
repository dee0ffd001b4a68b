import { Link } from "react-router";
import { ButtonLink } from "../../components/Button";
import { DateTime } from "../../components/DateTime";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ForwardIcon } from "../../components/icons";
import { Pager } from "../../components/Pager";
import { DateBlock } from "../../components/parts/DateBlock";
import { SectionHead } from "../../components/parts/Heads";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { ProfileBooking } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Profile.module.css";

interface Props {
  /** Those ahead, the next first. */
  coming: readonly ProfileBooking[];
  /** Those past or cancelled, the latest first. */
  bookings: readonly ProfileBooking[];
  next: string | null;
  /** The offer to take over what was booked without an account. */
  claims: React.ReactNode;
}

const TONES = { booked: "good", waiting: "note", cancelled: "plain" } as const;

export function OwnBookings({ coming, bookings, next, claims }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const book = (
    <ButtonLink look="soft" to={pathTo.book({ lang })}>
      {t("profile.bookings.book")}
    </ButtonLink>
  );
  return (
    <section aria-labelledby="bookings">
      <SectionHead
        id="bookings"
        title={t("profile.bookings.title")}
        more={coming.length > 0 ? { to: pathTo.book({ lang }), label: t("profile.bookings.book") } : undefined}
      />
      {coming.length > 0 && (
        <ul className={`rows ${styles.coming}`}>
          {coming.map((booking) => (
            <Row key={booking.id} booking={booking} isComing />
          ))}
        </ul>
      )}
      {coming.length === 0 && bookings.length === 0 && (
        <EmptyState drawing="calendar" title={t("profile.bookings.empty")} action={book} />
      )}
      {claims}
      {bookings.length > 0 && (
        <>
          <h3 className={styles.earlier}>{t("profile.bookings.earlier")}</h3>
          <ul className="rows">
            {bookings.map((booking) => (
              <Row key={booking.id} booking={booking} />
            ))}
          </ul>
          <Pager next={next} parameter="bookings" />
        </>
      )}
    </section>
  );
}

interface RowProps {
  booking: ProfileBooking;
  isComing?: boolean;
}

function Row({ booking, isComing = false }: RowProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { id, status, startsAt, place } = booking;
  const state =
    status !== "waiting" ? status : booking.isRequest ? "requested" : booking.isOffered ? "offered" : status;
  return (
    <li className={styles.row} data-status={status}>
      {isComing && <DateBlock value={startsAt} />}
      <span className={styles.rowWords}>
        <Link
          className={`stretched ${styles.link}`}
          to={pathTo.bookView({ lang, bookId: id })}
          lang={HTML_LANG[booking.lang]}
        >
          {booking.name}
        </Link>
        <span className="facts">
          {isComing ? <TimeOfDay value={startsAt} /> : <DateTime value={startsAt} format="shortDate" />}
          {isComing && place && <span lang={HTML_LANG[booking.lang]}>{place}</span>}
        </span>
        {isComing && booking.threadArea && booking.threadPost && (
          <Link
            className={styles.thread}
            to={pathTo.forumPost({ lang, forumId: booking.threadArea, postId: booking.threadPost })}
          >
            {t("profile.bookings.thread")}
          </Link>
        )}
      </span>
      {status !== "booked" && <Tag tone={TONES[status]}>{t(`profile.bookings.${state}`)}</Tag>}
      <ForwardIcon size={20} />
    </li>
  );
}

/** The day is drawn beside it; screen readers hear it here. */
function TimeOfDay({ value }: { value: string }) {
  return (
    <span>
      <span className="visually-hidden">
        <DateTime value={value} format="day" />{" "}
      </span>
      <DateTime value={value} format="time" />
    </span>
  );
}
