import { Link } from "react-router";
import { LanguageNote } from "../../components/LanguageNote";
import { pathTo } from "../../generated/paths";
import type { BookServicePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { announce } from "../../realtime/announce";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./Service.module.css";
import { ServiceFacts } from "./ServiceFacts";
import { BookingPanel } from "./slots/BookingPanel";
import { SlotCalendar } from "./slots/SlotCalendar";

/**
 * A service, its free times and, once one of them is chosen, the form. The choice is in the address: it outlives
 * signing in, a reload and the back button.
 */
export function Service({ data }: PageProps<BookServicePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { service } = data;
  const refresh = useRefresh();
  // Cancelled and new bookings of others appear at once.
  useRowChanges(
    `places:${service.id}`,
    [{ table: "slot_notices", event: "INSERT", filter: `service_id=eq.${service.id}` }],
    {
      onChange: () => {
        announce(t("book.live.changed"));
        refresh();
      },
      onMissed: refresh,
    },
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Link className="small" to={pathTo.book({ lang })}>
          {t("book.service.all")}
        </Link>
        <h1 lang={service.lang === lang ? undefined : HTML_LANG[service.lang]}>{service.name}</h1>
        <LanguageNote shown={service.lang} />
        <ServiceFacts service={service} />
      </header>
      <BookingPanel data={data} />
      <SlotCalendar data={data} />
      {service.kind === "session" && (
        <p className="small">
          <a href={`${pathTo.bookService({ lang, serviceId: service.slug })}/calendar.ics`}>
            {t("book.sessions.calendar")}
          </a>
        </p>
      )}
    </div>
  );
}
