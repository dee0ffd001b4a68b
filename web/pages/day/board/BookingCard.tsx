import { Button } from "../../../components/Button";
import { RequestAnswers } from "../../../components/bookings/RequestAnswers";
import { Tag } from "../../../components/Tag";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { dayIn, formatMoment, formatSpan } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { AttendanceButtons } from "./AttendanceButtons";
import styles from "./Board.module.css";
import type { Move } from "./useMove";

interface Props {
  booking: BoardBooking;
  data: DayBoardPayload;
  move: Move;
  onOpen: (id: string) => void;
}

/** One booking: when, who, what; its attendance by one press. Its name opens notes and acts. */
export function BookingCard({ booking, data, move, onOpen }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const canMove = booking.status === "booked" && booking.attendance === null;
  const hasBegun = dayIn(timeZone, booking.startsAt) <= data.today;
  return (
    <li
      className={styles.card}
      data-status={booking.status}
      data-attendance={booking.attendance ?? undefined}
      data-dragged={move.dragged?.id === booking.id || undefined}
      draggable={canMove || undefined}
      onDragStart={(event) => {
        event.dataTransfer.effectAllowed = "move";
        move.start(booking);
      }}
      onDragEnd={move.end}
    >
      <time className={styles.time} dateTime={booking.startsAt} suppressHydrationWarning>
        {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "time")}
      </time>
      <Button
        look="quiet"
        size="small"
        aria-label={t("day.open", { name: booking.memberName })}
        onClick={() => onOpen(booking.id)}
      >
        {booking.memberName}
      </Button>
      {/* Buttons are not printed. */}
      <strong className={styles.printed}>{booking.memberName}</strong>
      <span className="small" lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>
        {booking.serviceName}
      </span>
      <Tags booking={booking} isWeek={data.span === "week"} />
      {booking.note && <p className={styles.note}>{booking.note}</p>}
      {booking.notes.map((note) => (
        <p key={note.id} className={styles.staffNote}>
          {note.body}
        </p>
      ))}
      {booking.askedDates > 0 && (
        <RequestAnswers id={booking.id} memberName={booking.memberName} dates={booking.askedDates} size="small" />
      )}
      {booking.status === "booked" && hasBegun && <AttendanceButtons booking={booking} />}
    </li>
  );
}

interface TagsProps {
  booking: BoardBooking;
  isWeek: boolean;
}

function Tags({ booking, isWeek }: TagsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const { attendance, attendanceAt } = booking;
  return (
    <span className="cluster">
      {booking.partySize > 1 && <Tag>{t("day.people", { count: booking.partySize })}</Tag>}
      {isWeek && booking.hostName && <Tag>{booking.hostName}</Tag>}
      {booking.price && booking.status === "booked" && (
        <Tag tone={booking.isPaid ? "good" : "note"}>
          {t(booking.isPaid ? "day.paid" : "day.paid.open", { price: booking.price })}
        </Tag>
      )}
      {booking.status === "waiting" && (
        <Tag tone="note">
          {booking.requestUntil
            ? t("day.request")
            : booking.offerUntil
              ? t("day.offered")
              : t("day.inLine", { position: booking.waitingPosition ?? 1 })}
        </Tag>
      )}
      {booking.confirmedAt && !attendance && <Tag tone="good">{t("day.confirmed")}</Tag>}
      {booking.status === "cancelled" && <Tag tone="bad">{t("day.cancelled")}</Tag>}
      {attendance && attendanceAt && (
        <Tag tone={attendance === "no_show" ? "bad" : attendance === "late" ? "note" : "good"}>
          {t("day.markedAt", {
            state: t(`day.attendance.${attendance}`),
            time: formatMoment(lang, attendanceAt, timeZone, "time"),
          })}
        </Tag>
      )}
    </span>
  );
}
