import { Link } from "react-router";
import { Skeleton } from "../../components/Skeleton";
import type { AdminServicePayload } from "../../generated/payloads";
import { pathTo } from "../../generated/routes";
import { useLang, useSite } from "../../lib/context";
import type { PageProps } from "../../lib/page";
import { draftOf, newDraft } from "../../lib/serviceDraft";
import { useTranslation } from "../../lib/texts";
import { useHydrated } from "../../lib/useTimeZone";
import { ServiceEditor } from "./ServiceEditor";

/** A service, to be made or changed. Editing needs the browser; the server draws what holds its place. */
export function Service({ data }: PageProps<AdminServicePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const site = useSite();
  const isHydrated = useHydrated();
  const { service } = data;
  return (
    <div className="stack">
      <Link className="small" to={pathTo.adminServices({ lang })}>
        {t("admin.services.title")}
      </Link>
      <h1>{t(service ? "admin.service.title" : "admin.service.new")}</h1>
      {isHydrated ? (
        <ServiceEditor
          key={`${service?.id} ${service?.baseSequence}`}
          initial={service ? draftOf(service) : newDraft(site.timeZone)}
          hosts={data.hosts}
          coming={service?.coming ?? 0}
          today={data.today}
        />
      ) : (
        <Skeleton lines={16} />
      )}
    </div>
  );
}
