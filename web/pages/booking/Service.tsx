import { Link } from "react-router";
import { Avatar } from "../../components/Avatar";
import { LanguageNote } from "../../components/LanguageNote";
import { pathTo } from "../../generated/paths";
import type { BookServicePayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { useLength } from "../../lib/format/useLength";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { lazyPart } from "../../lib/parts/lazyPart";
import { useTranslation } from "../../lib/texts";
import { sourceOf } from "../../lib/uploads/pictures";
import { announce } from "../../realtime/announce";
import { useRefresh } from "../../realtime/useRefresh";
import { useRowChanges } from "../../realtime/useRowChanges";
import styles from "./Service.module.css";
import { ServiceFacts } from "./ServiceFacts";
import { BookingPanel } from "./slots/BookingPanel";
import { SlotCalendar } from "./slots/SlotCalendar";

const DatesPanel = lazyPart("dates", () => import("./course/DatesPanel").then((module) => module.load()));

const PICTURE = { widths: [480, 720, 1080, 1440], ratio: 1 / 2, sizes: "42rem" };

/**
 * A service, its free times and, once one of them is chosen, the form. The choice is in the address: it outlives
 * signing in, a reload and the back button. On a phone the times come first and the texts after them.
 */
export function Service({ data }: PageProps<BookServicePayload>) {
  const { t } = useTranslation();
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
      <Head data={data} />
      <div className={styles.pick}>
        {data.course && !data.changing ? <DatesPanel data={data} course={data.course} /> : <SlotCalendar data={data} />}
        <BookingPanel data={data} />
      </div>
      <ServiceFacts service={service} />
    </div>
  );
}

interface HeadProps {
  data: BookServicePayload;
}

function Head({ data: { service, course, price } }: HeadProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const length = useLength();
  const facts = [
    service.hostName && t("book.with", { name: service.hostName }),
    length(service.durationMinutes),
    course ? t("book.dates.count", { count: course.dates.length }) : t(`book.kind.${service.kind}`),
    service.isOnline && t("book.online"),
  ].filter((fact) => typeof fact === "string");
  return (
    <header className={styles.head}>
      <Link className={styles.back} to={pathTo.book({ lang })}>
        {t("book.service.all")}
      </Link>
      {service.pictureUrl && (
        <img
          className={styles.picture}
          data-shown={course ? true : undefined}
          {...sourceOf(service.pictureUrl, PICTURE)}
          alt=""
          width="1440"
          height="720"
          // Of other services it is not shown on a phone, and not loaded either.
          loading={course ? "eager" : "lazy"}
          fetchPriority={course ? "high" : undefined}
          decoding="async"
        />
      )}
      <div className={styles.title}>
        {service.hostName && <Avatar name={service.hostName} pictureUrl={service.hostPictureUrl} size="large" />}
        <div>
          <h1 lang={service.lang === lang ? undefined : HTML_LANG[service.lang]}>{service.name}</h1>
          <p className="facts">
            {facts.map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
            {price && (
              <strong>{price.isPerPerson ? t("book.rule.priceEach", { price: price.text }) : price.text}</strong>
            )}
          </p>
        </div>
      </div>
      <LanguageNote shown={service.lang} />
    </header>
  );
}
