import type { AdminHoursPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { AddressForm } from "./hours/AddressForm";
import { HoursForm } from "./hours/HoursForm";

/** When the site is open, and where it is. */
export function OpeningHours({ data }: PageProps<AdminHoursPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.hours.title")} lead={t("admin.hours.lead")}>
      <HoursForm data={data} />
      <AddressForm data={data} />
    </AdminPage>
  );
}
