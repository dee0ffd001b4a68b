import { Link } from "react-router";
import { DateTime } from "../../../components/DateTime";
import { DateBlock } from "../../../components/parts/DateBlock";
import { SectionHead } from "../../../components/parts/Heads";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { HomeEvent } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import styles from "./Week.module.css";

/** The next free time of some services, the nearest first. */
export function Week({ events }: { events: HomeEvent[] }) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <section aria-labelledby="home-week">
      <SectionHead
        id="home-week"
        title={t("home.week")}
        more={{ to: pathTo.book({ lang }), label: t("home.allServices") }}
      />
      <ul className="rows">
        {events.map((event) => (
          <Event key={event.id} event={event} />
        ))}
      </ul>
    </section>
  );
}

function Event({ event }: { event: HomeEvent }) {
  const { t } = useTranslation();
  const lang = useLang();
  const words = event.lang === lang ? undefined : HTML_LANG[event.lang];
  return (
    <li className={styles.event}>
      <DateBlock value={event.startsAt} timeZone={event.timeZone} />
      <div className={styles.words}>
        <Link
          className={`stretched ${styles.name}`}
          to={pathTo.bookService({ lang, serviceId: event.slug })}
          lang={words}
        >
          {event.name}
        </Link>
        <p className="facts">
          <span className="visually-hidden">
            <DateTime value={event.startsAt} timeZone={event.timeZone} format="shortDay" />
          </span>
          <DateTime value={event.startsAt} timeZone={event.timeZone} format="time" />
          {event.place ? (
            <span lang={words}>{event.place}</span>
          ) : (
            event.hostName && <span>{t("home.with", { name: event.hostName })}</span>
          )}
        </p>
      </div>
      {event.kind === "session" ? (
        <Tag tone={event.left === 1 ? "warm" : "plain"}>{t("home.places", { count: event.left })}</Tag>
      ) : (
        <Tag>{t("home.appointment")}</Tag>
      )}
    </li>
  );
}
