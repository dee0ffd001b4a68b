import { AdminNav } from "../../components/AdminNav";
import { ButtonLink } from "../../components/Button";
import { Card, CardTitle } from "../../components/Card";
import { EmptyState } from "../../components/EmptyState";
import { ListState } from "../../components/ListState";
import { Tag } from "../../components/Tag";
import type { AdminServiceLine, AdminServicesPayload } from "../../generated/payloads";
import { pathTo } from "../../generated/routes";
import { useLang } from "../../lib/context";
import { formatList } from "../../lib/format";
import { HTML_LANG, OWN_NAME } from "../../lib/i18n";
import { LANGS, type PageProps } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import styles from "./Bookings.module.css";
import { HouseDays } from "./HouseDays";

/** What is offered, and the days on which the whole house is closed. */
export function Services({ data }: PageProps<AdminServicesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <div className="stack">
      <AdminNav />
      <div className={styles.head}>
        <h1>{t("admin.services.title")}</h1>
        <ButtonLink look="primary" to={pathTo.adminService({ lang, serviceId: "new" })}>
          {t("admin.services.add")}
        </ButtonLink>
      </div>
      <ListState items={data.services} empty={<EmptyState title={t("admin.services.empty")} />}>
        {(services) => (
          <ul className={`grid ${styles.cards}`}>
            {services.map((service) => (
              <ServiceLine key={service.id} service={service} />
            ))}
          </ul>
        )}
      </ListState>
      <HouseDays days={data.houseDays} today={data.today} />
    </div>
  );
}

interface Props {
  service: AdminServiceLine;
}

function ServiceLine({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const missing = LANGS.filter((one) => !service.languages.includes(one));
  return (
    <Card as="li">
      <CardTitle to={pathTo.adminService({ lang, serviceId: service.id })}>
        <span lang={HTML_LANG[service.lang]}>{service.name}</span>
      </CardTitle>
      <div className="cluster">
        <Tag tone="accent">{t(`book.kind.${service.kind}`)}</Tag>
        {!service.isActive && <Tag tone="bad">{t("admin.services.withdrawn")}</Tag>}
        {service.hostName && <Tag>{t("book.with", { name: service.hostName })}</Tag>}
      </div>
      <p className="small soft">{t("admin.services.coming", { count: service.coming })}</p>
      {missing.length > 0 && (
        <p className="small soft">
          {t("admin.services.missing", {
            languages: formatList(
              lang,
              missing.map((one) => OWN_NAME[one]),
            ),
          })}
        </p>
      )}
    </Card>
  );
}
