import { useRef, useState } from "react";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { changeBooking } from "../../../lib/api/booking/bookings";
import { listMoveTimes, type MoveTime } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

export interface Move {
  dragged: BoardBooking | null;
  /** Where it can be dropped. */
  times: readonly MoveTime[];
  start: (booking: BoardBooking) => void;
  end: () => void;
  moveTo: (booking: BoardBooking, startsAt: string) => Promise<boolean>;
}

/** Moving a booking to another time, by dragging or in the dialog; a toast undoes it. */
export function useMove(data: DayBoardPayload): Move {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const { run } = useQuickAction();
  const [dragged, setDragged] = useState<BoardBooking | null>(null);
  const [times, setTimes] = useState<readonly MoveTime[]>([]);
  const current = useRef<string | null>(null);

  const start = async (booking: BoardBooking) => {
    current.current = booking.id;
    setDragged(booking);
    const { value } = await listMoveTimes(booking.id, data.first, data.last);
    if (current.current === booking.id && value) setTimes(value);
  };
  const end = () => {
    current.current = null;
    setDragged(null);
    setTimes([]);
  };
  const moveTo = (booking: BoardBooking, startsAt: string) => {
    end();
    return run(
      () => changeBooking(booking.id, startsAt),
      t("day.moved", { name: booking.memberName, time: formatMoment(lang, startsAt, timeZone, "dayTime") }),
      () => changeBooking(booking.id, booking.startsAt),
    );
  };
  return { dragged, times, start: (booking) => void start(booking), end, moveTo };
}
