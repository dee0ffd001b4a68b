import { useNavigate } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { EmptyState } from "../../../components/feedback/EmptyState";
import { SelectField, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { DeskService, ReceptionPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useRefresh } from "../../../realtime/useRefresh";
import { useRowChanges } from "../../../realtime/useRowChanges";
import { AdminPage } from "../parts/AdminPage";
import styles from "./Reception.module.css";
import { ReceptionForm } from "./ReceptionForm";

/** Booking for a caller or a walk-in: a person, a time or a course, Enter. The next free time is chosen already. */
export function Reception({ data }: PageProps<ReceptionPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { service } = data;
  return (
    <AdminPage
      title={t("admin.reception.title")}
      action={<ButtonLink to={pathTo.adminBookings({ lang })}>{t("admin.bookings.title")}</ButtonLink>}
    >
      {service ? <Desk data={data} service={service} /> : <EmptyState title={t("book.empty")} />}
    </AdminPage>
  );
}

interface DeskProps {
  data: ReceptionPayload;
  service: DeskService;
}

function Desk({ data, service }: DeskProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  useRowChanges(
    `desk:${service.id}`,
    [{ table: "slot_notices", event: "INSERT", filter: `service_id=eq.${service.id}` }],
    { onChange: refresh, onMissed: refresh },
  );
  // Another service has other people.
  const go = (query: { service?: string; day?: string; host?: string }) =>
    navigate(pathTo.adminReception({ lang }, { service: service.id, ...query }), {
      replace: true,
      preventScrollReset: true,
    });
  return (
    <div className={styles.desk}>
      <div className={styles.where}>
        <SelectField
          label={t("day.service")}
          value={service.id}
          onChange={(event) => go({ service: event.target.value })}
          options={data.services.map((one) => ({ value: one.id, label: one.name, lang: one.lang }))}
        />
        {service.series !== "whole" && (
          <TextField
            type="date"
            required
            key={data.day}
            label={t("book.service.day")}
            min={data.today}
            defaultValue={data.day}
            onChange={(event) => event.target.value && go({ day: event.target.value, host: data.host ?? undefined })}
          />
        )}
        {data.hosts.length > 0 && (
          <SelectField
            label={t("book.service.host")}
            value={data.host ?? ""}
            onChange={(event) => go({ host: event.target.value || undefined })}
            options={[
              { value: "", label: t("book.service.anyHost") },
              ...data.hosts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </div>
      <ReceptionForm key={service.id} data={data} service={service} />
    </div>
  );
}
