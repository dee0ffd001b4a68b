import type { BoardBooking } from "../../../generated/payloads";
import { type Attendance, markAttendance } from "../../../lib/api/day/board";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "./Board.module.css";

const STATES: readonly Attendance[] = ["arrived", "late", "no_show", "done"];

interface Props {
  booking: Pick<BoardBooking, "id" | "memberName" | "attendance">;
}

/** The four states of a booking: a press marks it, the pressed one takes the mark back; both can be undone. */
export function AttendanceButtons({ booking }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const handlePress = (state: Attendance) => {
    const before = booking.attendance;
    const next = before === state ? null : state;
    const done = t(next ? `day.done.${next}` : "day.done.none", { name: booking.memberName });
    void run(
      () => markAttendance(booking.id, next),
      done,
      () => markAttendance(booking.id, before),
    );
  };
  return (
    <fieldset className={styles.states} aria-label={t("day.attendance", { name: booking.memberName })}>
      {STATES.map((state) => (
        <button
          key={state}
          type="button"
          className={styles.state}
          aria-pressed={booking.attendance === state}
          aria-disabled={isRunning || undefined}
          onClick={() => handlePress(state)}
        >
          {t(`day.attendance.${state}`)}
        </button>
      ))}
    </fieldset>
  );
}
