import { Link } from "react-router";
import { pathTo } from "../../generated/paths";
import type { HomeService } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { useLength } from "../../lib/format/useLength";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./Home.module.css";

interface Props {
  services: HomeService[];
}

export function Services({ services }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const length = useLength();
  if (services.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="home-services">
      <div className={styles.sectionHead}>
        <h2 id="home-services">{t("home.services")}</h2>
        <Link to={pathTo.book({ lang })}>{t("home.allServices")}</Link>
      </div>
      <ul className={styles.list}>
        {services.map((service) => (
          <li key={service.id} className={styles.item}>
            <Link
              className={styles.itemLink}
              lang={service.lang === lang ? undefined : HTML_LANG[service.lang]}
              to={pathTo.bookService({ lang, serviceId: service.slug })}
            >
              {service.name}
            </Link>
            <p className={styles.facts}>
              <span>{t(`book.kind.${service.kind}`)}</span>
              <span>{length(service.durationMinutes)}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
