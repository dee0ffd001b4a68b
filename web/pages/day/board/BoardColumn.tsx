import type { DayBoardPayload } from "../../../generated/payloads";
import type { MoveTime } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { dayIn, formatDay, formatMoment } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./Board.module.css";
import { BookingCard } from "./BookingCard";
import { type Column, columnOf } from "./columns";
import type { Move } from "./useMove";

interface Props {
  column: Column;
  data: DayBoardPayload;
  move: Move;
  onOpen: (id: string) => void;
}

/** The bookings of a person, a service or a day, in their order; while one is dragged, the times where it can go. */
export function BoardColumn({ column, data, move, onOpen }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const targets = move.times.filter(({ host_id, starts_at }) =>
    column.day
      ? dayIn(timeZone, starts_at) === column.day
      : (host_id ?? (move.dragged && columnOf(move.dragged))) === column.key,
  );
  const entries = [
    ...column.bookings.map((booking) => ({ at: booking.startsAt, booking, target: null })),
    ...targets.map((target) => ({ at: target.starts_at, booking: null, target })),
  ].sort((one, other) => Date.parse(one.at) - Date.parse(other.at));
  const title = column.day ? formatDay(lang, column.day, "shortDay") : column.title;
  return (
    <section
      className={styles.column}
      aria-label={title ?? undefined}
      data-today={column.day === data.today || undefined}
      data-empty={(column.day === null && entries.length === 0) || undefined}
    >
      <h2 className={styles.columnTitle} suppressHydrationWarning>
        {title}
      </h2>
      {entries.length === 0 && <p className="small soft">{t("day.free")}</p>}
      <ul className={styles.cards}>
        {entries.map(({ booking, target }) =>
          booking ? (
            <BookingCard key={booking.id} booking={booking} data={data} move={move} onOpen={onOpen} />
          ) : (
            target && <Target key={target.starts_at} target={target} move={move} />
          ),
        )}
      </ul>
    </section>
  );
}

interface TargetProps {
  target: MoveTime;
  move: Move;
}

/** For the pointer alone: the dialog of a booking has the same times for the keyboard. */
function Target({ target, move }: TargetProps) {
  const lang = useLang();
  const { timeZone } = useSite();
  const handleDrop = (event: React.DragEvent) => {
    event.preventDefault();
    if (move.dragged) void move.moveTo(move.dragged, target);
  };
  return (
    <li
      className={styles.target}
      data-time={formatMoment("en", target.starts_at, timeZone, "time")}
      onDragOver={(event) => event.preventDefault()}
      onDrop={handleDrop}
    >
      {formatMoment(lang, target.starts_at, timeZone, "time")}
    </li>
  );
}
