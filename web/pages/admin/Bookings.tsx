import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { BookingFilters } from "../../components/fields/BookingFilters";
import { Pager } from "../../components/Pager";
import { pathTo } from "../../generated/paths";
import type { AdminBooking, AdminBookingsPayload } from "../../generated/payloads";
import { useLang, useSite } from "../../lib/context";
import { dayIn, formatDay } from "../../lib/format/format";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { announce } from "../../realtime/announce";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./Bookings.module.css";
import { AdminPage } from "./parts/AdminPage";
import { BookingRow } from "./parts/BookingRow";

/** Bookings of a day or a week. */
export function Bookings({ data }: PageProps<AdminBookingsPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const handleChange = () => {
    announce(t("admin.bookings.live"));
    refresh();
  };
  useRowChanges("desk:bookings", [{ table: "bookings" }], { onChange: handleChange, onMissed: refresh });
  return (
    <AdminPage
      title={t("admin.bookings.title")}
      action={
        <ButtonLink look="primary" to={pathTo.adminReception({ lang })}>
          {t("admin.reception.title")}
        </ButtonLink>
      }
    >
      <BookingFilters shown={data} pathTo={(query) => pathTo.adminBookings({ lang }, query)} />
      <ListState
        items={groupByDay(data.bookings, useSite().timeZone)}
        empty={<EmptyState title={t(`admin.bookings.empty.${data.span}`)} />}
        pager={<Pager next={data.next} />}
      >
        {(days) =>
          days.map(([day, bookings]) => (
            <section key={day} className={styles.day} aria-labelledby={`day-${day}`}>
              <h2 id={`day-${day}`} suppressHydrationWarning>
                {formatDay(lang, day)}
              </h2>
              <ul className={styles.list}>
                {bookings.map((booking) => (
                  <BookingRow key={booking.id} booking={booking} />
                ))}
              </ul>
            </section>
          ))
        }
      </ListState>
    </AdminPage>
  );
}

function groupByDay(bookings: readonly AdminBooking[], timeZone: string): [string, AdminBooking[]][] {
  const days = new Map<string, AdminBooking[]>();
  for (const booking of bookings) {
    const day = dayIn(timeZone, booking.startsAt);
    days.set(day, [...(days.get(day) ?? []), booking]);
  }
  return [...days];
}
