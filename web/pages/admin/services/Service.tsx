import { Skeleton } from "../../../components/feedback/Skeleton";
import type { AdminServicePayload } from "../../../generated/payloads";
import { useSite } from "../../../lib/context";
import { useHydrated } from "../../../lib/format/useTimeZone";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { ServiceEditor } from "./editor/ServiceEditor";
import { draftOf, newDraft } from "./editor/serviceDraft";

/** Creates or changes a service. Editing needs the browser; the server renders a placeholder. */
export function Service({ data }: PageProps<AdminServicePayload>) {
  const { t } = useTranslation();
  const site = useSite();
  const isHydrated = useHydrated();
  const { service } = data;
  return (
    <AdminPage title={t(service ? "admin.service.title" : "admin.service.new")}>
      {isHydrated ? (
        <ServiceEditor
          key={`${service?.id} ${service?.baseSequence}`}
          place={service?.id ?? "new"}
          initial={service ? draftOf(service) : newDraft(site.timeZone)}
          hosts={data.hosts}
          rooms={data.rooms}
          intake={data.intake}
          coming={service?.coming ?? 0}
          today={data.today}
        />
      ) : (
        <Skeleton lines={16} />
      )}
    </AdminPage>
  );
}
