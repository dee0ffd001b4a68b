import { Tag } from "../../components/Tag";
import type { ServiceFacts as Facts } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { useLength } from "../../lib/format/useLength";
import { HTML_LANG } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./ServiceFacts.module.css";

interface Props {
  service: Facts;
}

/** Description, place, duration and booking rules of a service. */
export function ServiceFacts({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const length = useLength();
  const textLang = service.lang === lang ? undefined : HTML_LANG[service.lang];
  return (
    <>
      <div className={`cluster ${styles.tags}`}>
        <Tag tone="accent">{t(`book.kind.${service.kind}`)}</Tag>
        <Tag>{length(service.durationMinutes)}</Tag>
        {service.hostName && <Tag>{t("book.with", { name: service.hostName })}</Tag>}
        {service.isOnline && <Tag>{t("book.online")}</Tag>}
        {service.place && <Tag lang={textLang}>{service.place}</Tag>}
      </div>
      {service.description && (
        <p className={styles.description} lang={textLang}>
          {service.description}
        </p>
      )}
      <ul className={styles.rules}>
        {service.isOnline && <li>{t("book.rule.online")}</li>}
        {service.perPerson > 1 && <li>{t("book.rule.perPerson", { count: service.perPerson })}</li>}
        {service.cancelUntilMinutes > 0 ? (
          <li>{t("book.rule.cancel", { length: length(service.cancelUntilMinutes) })}</li>
        ) : (
          <li>{t("book.rule.cancelAny")}</li>
        )}
      </ul>
    </>
  );
}
