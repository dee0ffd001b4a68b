import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { DateTime } from "../../../components/DateTime";
import { CalendarIcon, ClockIcon } from "../../../components/icons";
import { LanguageTag, Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { ServiceCard as ServiceCardPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useLength } from "../../../lib/format/useLength";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { sourceOf } from "../../../lib/uploads/pictures";
import styles from "./ServiceCard.module.css";

interface Props {
  service: ServiceCardPayload;
}

const PICTURE = { widths: [200, 400, 720], ratio: 2 / 3, sizes: "(min-width: 56rem) 22rem, 9.5rem" };

/** A service in the list: a row with a small picture on a phone, else a large picture with the text below it. */
export function ServiceCard({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const isOther = service.lang !== lang;
  const host = service.hostName && t("book.with", { name: service.hostName });
  const facts = [host, service.isOnline && t("book.online")].filter(Boolean).join("\u00a0· ");
  return (
    <li className={styles.service}>
      <Picture service={service} />
      <div className={styles.text}>
        <h2 className={styles.name} lang={isOther ? HTML_LANG[service.lang] : undefined}>
          <Link className="stretched" to={pathTo.bookService({ lang, serviceId: service.slug })}>
            {service.name}
          </Link>
        </h2>
        {(facts || isOther) && (
          <p className="small soft">
            {facts} {isOther && <LanguageTag language={service.lang} />}
          </p>
        )}
        <p className={`clamp ${styles.description}`} lang={isOther ? HTML_LANG[service.lang] : undefined}>
          {service.description}
        </p>
        <NextFree service={service} />
      </div>
    </li>
  );
}

function useKind({ dates, kind, durationMinutes }: ServiceCardPayload): string {
  const { t } = useTranslation();
  const length = useLength();
  if (dates !== null) return dates > 1 ? t("book.dates.count", { count: dates }) : t("book.dates.event");
  return kind === "session" ? t("book.kind.session") : length(durationMinutes);
}

function Picture({ service }: Props) {
  const { pictureUrl, hostName } = service;
  return (
    <div className={styles.picture}>
      {pictureUrl ? (
        <img
          className={styles.image}
          {...sourceOf(pictureUrl, PICTURE)}
          alt=""
          width="720"
          height="480"
          loading="lazy"
          decoding="async"
        />
      ) : (
        <span className={`${styles.image} ${styles.none}`}>
          <CalendarIcon size={32} />
        </span>
      )}
      <span className={styles.length}>
        <Tag>{useKind(service)}</Tag>
      </span>
      {hostName && (
        <span className={styles.host}>
          <Avatar name={hostName} pictureUrl={service.hostPictureUrl} size="large" />
        </span>
      )}
    </div>
  );
}

/** In the venue's time, as everything on these pages; the page of the service adds the visitor's own. */
function NextFree({ service }: Props) {
  const { t } = useTranslation();
  if (service.nextFree === null) return <p className="small soft">{t("book.nothingFree")}</p>;
  return (
    <p className={styles.next}>
      <ClockIcon size={18} />
      <span className="facts">
        <span className="visually-hidden">{t("book.nextFree")} </span>
        <DateTime value={service.nextFree} timeZone={service.timeZone} format="dayTime" />
        {service.capacity > 1 && <span>{t("book.places", { count: service.nextLeft ?? 0 })}</span>}
      </span>
    </p>
  );
}
