import { Card, CardTitle } from "../../components/Card";
import { DateTime } from "../../components/DateTime";
import { Tag } from "../../components/Tag";
import { pathTo } from "../../generated/paths";
import type { ServiceCard as ServiceCardPayload } from "../../generated/payloads";
import { useLang } from "../../lib/context";
import { useLength } from "../../lib/format/useLength";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { useTranslation } from "../../lib/texts";
import styles from "./ServiceCard.module.css";

interface Props {
  service: ServiceCardPayload;
}

export function ServiceCard({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const length = useLength();
  const isOther = service.lang !== lang;
  return (
    <Card as="li">
      <div className={`cluster ${styles.close}`}>
        <Tag tone="accent">{t(`book.kind.${service.kind}`)}</Tag>
        <Tag>{length(service.durationMinutes)}</Tag>
        {service.isOnline && <Tag>{t("book.online")}</Tag>}
        {isOther && <Tag lang={HTML_LANG[service.lang]}>{OWN_NAME[service.lang]}</Tag>}
      </div>
      <div className={`stack ${styles.close}`} lang={isOther ? HTML_LANG[service.lang] : undefined}>
        <CardTitle to={pathTo.bookService({ lang, serviceId: service.slug })}>{service.name}</CardTitle>
        <p className="soft clamp">{service.description}</p>
      </div>
      <div className={styles.foot}>
        {service.hostName && <p className="small soft">{t("book.with", { name: service.hostName })}</p>}
        <NextFree service={service} />
      </div>
    </Card>
  );
}

/** In the venue's time, as everything on these pages; the page of the service adds the visitor's own. */
function NextFree({ service }: Props) {
  const { t } = useTranslation();
  if (service.nextFree === null) return <p className="soft">{t("book.nothingFree")}</p>;
  return (
    <p className={styles.next}>
      <span className="small soft">{t("book.nextFree")}</span>
      <strong>
        <DateTime value={service.nextFree} timeZone={service.timeZone} format="dayTime" />
      </strong>
      {service.capacity > 1 && <span className="small">{t("book.places", { count: service.nextLeft ?? 0 })}</span>}
    </p>
  );
}
