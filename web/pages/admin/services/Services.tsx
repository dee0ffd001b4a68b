import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { ListState } from "../../../components/feedback/ListState";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminServiceLine, AdminServicesPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { useMissing } from "../parts/useMissing";
import { ClosedDays } from "./ClosedDays";
import { Holidays } from "./Holidays";
import styles from "./Services.module.css";

/** The services, and the site-wide closing days. */
export function Services({ data }: PageProps<AdminServicesPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <AdminPage
      title={t("admin.services.title")}
      action={
        <ButtonLink look="primary" to={pathTo.adminService({ lang, serviceId: "new" })}>
          {t("admin.services.add")}
        </ButtonLink>
      }
    >
      <ListState items={data.services} empty={<EmptyState title={t("admin.services.empty")} />}>
        {(services) => (
          <ul className="rows">
            {services.map((service) => (
              <ServiceLine key={service.id} service={service} />
            ))}
          </ul>
        )}
      </ListState>
      <Holidays holidays={data.holidays} regions={data.regions} />
      <ClosedDays days={data.houseDays} today={data.today} />
    </AdminPage>
  );
}

interface Props {
  service: AdminServiceLine;
}

function ServiceLine({ service }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const languages = useMissing(service.languages);
  return (
    <li className={styles.row}>
      <span className="cluster">
        <Link
          className={`stretched ${styles.name}`}
          to={pathTo.adminService({ lang, serviceId: service.id })}
          lang={HTML_LANG[service.lang]}
        >
          {service.name}
        </Link>
        {!service.isActive && <Tag tone="bad">{t("admin.services.withdrawn")}</Tag>}
      </span>
      <span className="facts">
        <span>{t(`book.kind.${service.kind}`)}</span>
        {service.hostName && <span>{t("book.with", { name: service.hostName })}</span>}
        <span>{t("admin.services.coming", { count: service.coming })}</span>
      </span>
      {languages && <span className="small soft">{t("admin.services.missing", { languages })}</span>}
    </li>
  );
}
