import { useNavigate } from "react-router";
import { ButtonLink } from "../../components/Button";
import { EmptyState } from "../../components/feedback/EmptyState";
import { ListState } from "../../components/feedback/ListState";
import { SelectField, TextField } from "../../components/fields/Field";
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
      <Filters data={data} />
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

interface Props {
  data: AdminBookingsPayload;
}

function Filters({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const to = (changes: Partial<Record<"day" | "span" | "service", string>>) =>
    pathTo.adminBookings({ lang }, { day: data.day, span: data.span, service: data.service, ...changes });
  return (
    <nav className={styles.filters} aria-label={t("admin.bookings.filters")}>
      <div className={styles.turner}>
        <ButtonLink to={to({ day: data.previous })} rel="prev">
          {t("book.service.earlier")}
        </ButtonLink>
        <ButtonLink to={to({ day: data.today })} aria-current={data.day === data.today || undefined}>
          {t("admin.bookings.today")}
        </ButtonLink>
        <ButtonLink to={to({ day: data.following })} rel="next">
          {t("book.service.later")}
        </ButtonLink>
      </div>
      <TextField
        type="date"
        required
        key={data.day}
        label={t("admin.bookings.from")}
        defaultValue={data.day}
        onChange={(event) => event.target.value && navigate(to({ day: event.target.value }))}
      />
      <SelectField
        label={t("admin.bookings.span")}
        value={data.span}
        onChange={(event) => navigate(to({ span: event.target.value }))}
        options={[
          { value: "day", label: t("admin.bookings.span.day") },
          { value: "week", label: t("admin.bookings.span.week") },
        ]}
      />
      <SelectField
        label={t("admin.bookings.service")}
        value={data.service ?? ""}
        onChange={(event) => navigate(to({ service: event.target.value }))}
        options={[
          { value: "", label: t("book.service.all") },
          ...data.services.map((service) => ({ value: service.id, label: service.name, lang: service.lang })),
        ]}
      />
    </nav>
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
