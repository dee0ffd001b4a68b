import { BookmarkButton } from "../../components/bookmarks/BookmarkButton";
import { CalendarIcon, ClockIcon, GlobeIcon, PeopleIcon, PlaceIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import type { ServiceFacts as Facts } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { useLength } from "../../lib/format/useLength";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./ServiceFacts.module.css";

interface Props {
  service: Facts;
}

/** Description, place and booking rules of a service. */
export function ServiceFacts({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const length = useLength();
  const textLang = service.lang === lang ? undefined : HTML_LANG[service.lang];
  return (
    <div className={styles.about}>
      {service.description && (
        <p className={styles.description} lang={textLang}>
          {service.description}
        </p>
      )}
      <ul className={styles.facts}>
        {service.place && (
          <li>
            <PlaceIcon />
            <strong lang={textLang}>{service.place}</strong>
          </li>
        )}
        {service.isOnline && (
          <li>
            <GlobeIcon />
            {t("book.rule.online")}
          </li>
        )}
        {service.perPerson > 1 && (
          <li>
            <PeopleIcon />
            {t("book.rule.perPerson", { count: service.perPerson })}
          </li>
        )}
        <li>
          <ClockIcon />
          {service.cancelUntilMinutes > 0
            ? t("book.rule.cancel", { length: length(service.cancelUntilMinutes) })
            : t("book.rule.cancelAny")}
        </li>
        {service.kind === "session" && (
          <li>
            <CalendarIcon />
            <a href={`${pathTo.bookService({ lang, serviceId: service.slug })}/calendar.ics`}>
              {t("book.sessions.calendar")}
            </a>
          </li>
        )}
      </ul>
      <div>
        <BookmarkButton thing={{ service: service.id }} />
      </div>
    </div>
  );
}
