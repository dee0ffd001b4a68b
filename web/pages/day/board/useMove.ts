import { useRef, useState } from "react";
import type { BoardBooking, BoardHost, DayBoardPayload } from "../../../generated/payloads";
import { listMoveTimes, type MoveTime, moveBooking, undoMove } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

export type Target = Pick<MoveTime, "host_id" | "starts_at">;

export interface Move {
  dragged: BoardBooking | null;
  /** Where it can be dropped. */
  times: readonly MoveTime[];
  start: (booking: BoardBooking) => void;
  end: () => void;
  moveTo: (booking: BoardBooking, target: Target) => Promise<boolean>;
}

/** The people who offer the service of a booking. */
export function hostsFor({ serviceId }: BoardBooking, hosts: readonly BoardHost[]): BoardHost[] {
  return hosts.filter(({ serviceIds }) => serviceIds.includes(serviceId));
}

/** Moving a booking to another time or person, by dragging or in the dialog; a toast undoes it. */
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
    // The columns of a week are days: there the person stays.
    const others = data.span === "day" ? hostsFor(booking, data.hosts).map(({ id }) => id) : [];
    const people = booking.hostId ? [booking.hostId, ...others] : others;
    const { value } = await listMoveTimes(booking.id, data.first, data.last, people);
    if (current.current === booking.id && value) setTimes(value);
  };
  const end = () => {
    current.current = null;
    setDragged(null);
    setTimes([]);
  };
  const moveTo = (booking: BoardBooking, { host_id, starts_at }: Target) => {
    end();
    const time = formatMoment(lang, starts_at, timeZone, "dayTime");
    const host = data.hosts.find(({ id }) => id === host_id && id !== booking.hostId)?.name;
    const values = { name: booking.memberName, time };
    return run(
      () => moveBooking(booking.id, starts_at, host_id),
      host ? t("day.movedTo", { ...values, host }) : t("day.moved", values),
      () => undoMove(booking.id),
    );
  };
  return { dragged, times, start: (booking) => void start(booking), end, moveTo };
}
