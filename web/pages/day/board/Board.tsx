import { useState } from "react";
import { Button, ButtonAnchor, ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { Notice } from "../../../components/feedback/Notice";
import { BookingFilters } from "../../../components/fields/BookingFilters";
import { PageHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { formatDay, formatSpan } from "../../../lib/format/format";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { announce } from "../../../realtime/announce";
import type { RowSubscription } from "../../../realtime/types";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import { CloseDialog } from "../acts/CloseDialog";
import { Closings } from "../acts/Closings";
import { Queue } from "../acts/Queue";
import { SessionDialog } from "../acts/SessionDialog";
import styles from "./Board.module.css";
import { BoardColumn } from "./BoardColumn";
import { BookingDialog } from "./BookingDialog";
import { makeColumns } from "./columns";
import { useMove } from "./useMove";

/** The most values of a filter of row changes. */
const MAX_SERVICES = 100;

/** The bookings of a day, by person, or of a week: for hosts their own, for receptionists those of their services. */
export function Board({ data }: PageProps<DayBoardPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const [openId, setOpenId] = useState<string | null>(null);
  const [session, setSession] = useState<BoardBooking | null>(null);
  const [isClosing, setClosing] = useState(false);
  const move = useMove(data);
  useRowChanges("desk:day", [{ table: "bookings" }, { table: "queue_numbers" }, ...noticesOf(data)], {
    onChange: ({ table }) => {
      if (table === "bookings") announce(t("day.live"));
      refresh();
    },
    onMissed: refresh,
  });
  const columns = makeColumns(data, useSite().timeZone, new Set(move.times.map(({ host_id }) => host_id)));
  const open = data.bookings.find((booking) => booking.id === openId) ?? null;
  return (
    <div className={styles.page}>
      <PageHead title={t("day.title")} lead={<Lead data={data} />} action={<Acts data={data} />} />
      <BookingFilters shown={data} pathTo={(query) => pathTo.day({ lang }, query)}>
        <Button onClick={() => setClosing(true)}>{t("day.close")}</Button>
      </BookingFilters>
      <Closings closings={data.closings} />
      {data.isCut && <Notice tone="note">{t("day.cut")}</Notice>}
      {data.bookings.length === 0 && <EmptyState title={t(`day.empty.${data.span}`)} drawing="calendar" />}
      {(data.bookings.length > 0 || data.span === "week") && (
        <div className={styles.board} data-span={data.span}>
          {columns.map((column) => (
            <BoardColumn key={column.key} column={column} data={data} move={move} onOpen={setOpenId} />
          ))}
        </div>
      )}
      <Queue data={data} />
      <BookingDialog
        booking={open}
        data={data}
        move={move}
        onCancelSession={(booking) => {
          setOpenId(null);
          setSession(booking);
        }}
        onClose={() => setOpenId(null)}
      />
      <SessionDialog booking={session} data={data} onClose={() => setSession(null)} />
      <CloseDialog key={`${data.day} ${data.span}`} data={data} isOpen={isClosing} onClose={() => setClosing(false)} />
    </div>
  );
}

/** Changed times of the shown services: a host does not see the row of a booking that went to a colleague. */
function noticesOf({ bookings }: DayBoardPayload): RowSubscription[] {
  const services = [...new Set(bookings.map(({ serviceId }) => serviceId))].sort().slice(0, MAX_SERVICES);
  if (services.length === 0) return [];
  return [{ table: "slot_notices", event: "INSERT", filter: `service_id=in.(${services.join(",")})` }];
}

interface Props {
  data: DayBoardPayload;
}

function Lead({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const day =
    data.span === "day"
      ? formatDay(lang, data.day, "day")
      : formatSpan(lang, `${data.first}T00:00:00Z`, `${data.last}T00:00:00Z`, "UTC", "shortDate");
  const booked = data.bookings.filter((booking) => booking.status === "booked");
  return (
    <span className="facts" suppressHydrationWarning>
      <span>{day}</span>
      <span>{t("day.bookings", { count: booked.length })}</span>
      <span>{t("day.arrived", { count: booked.filter(isThere).length })}</span>
    </span>
  );
}

function isThere({ attendance }: BoardBooking): boolean {
  return attendance !== null && attendance !== "no_show";
}

function Acts({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className={styles.acts}>
      <ButtonAnchor size="small" href={data.filePath} download="bookings.csv">
        {t("day.file")}
      </ButtonAnchor>
      <ButtonLink size="small" to={pathTo.dayReport({ lang })}>
        {t("day.report.title")}
      </ButtonLink>
      <ButtonLink size="small" to={pathTo.dayCalendars({ lang })}>
        {t("day.calendars.title")}
      </ButtonLink>
      <Button size="small" onClick={() => print()}>
        {t("day.print")}
      </Button>
    </div>
  );
}
