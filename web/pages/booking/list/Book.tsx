import { ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { CalendarIcon } from "../../../components/icons";
import { Pager } from "../../../components/Pager";
import { PageHead } from "../../../components/parts/Heads";
import { pathTo } from "../../../generated/paths";
import type { BookPayload } from "../../../generated/payloads";
import { useLang, useVisitor } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import styles from "./Book.module.css";
import { MyBookings } from "./MyBookings";
import { ServiceCard } from "./ServiceCard";

/** Services to book, and the visitor's bookings. */
export function Book({ data }: PageProps<BookPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const add = <ButtonLink to={pathTo.adminServices({ lang })}>{t("book.addService")}</ButtonLink>;
  const isAdmin = useVisitor()?.isAdmin;
  return (
    <div className={styles.page}>
      <PageHead title={t("book.heading")} lead={t("book.lead")} />
      <MyBookings bookings={data.mine} />
      <ListState
        items={data.services}
        empty={<EmptyState drawing="calendar" title={t("book.empty")} action={isAdmin && add} />}
        pager={<Pager next={data.next} />}
      >
        {(services) => (
          <ul className={styles.services}>
            {services.map((service) => (
              <ServiceCard key={service.id} service={service} />
            ))}
          </ul>
        )}
      </ListState>
      {data.services.some((service) => service.kind === "session") && (
        <p className={styles.calendar}>
          <CalendarIcon size={20} />
          <a href={`${pathTo.book({ lang })}/calendar.ics`}>{t("book.sessions.calendar")}</a>
        </p>
      )}
    </div>
  );
}
