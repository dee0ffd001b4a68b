import type { AdminHoursPayload } from "../../../generated/payloads";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { FormSections } from "../parts/FormSections";
import { AddressForm } from "./hours/AddressForm";
import { HoursForm } from "./hours/HoursForm";

/** When the site is open, and where it is. */
export function OpeningHours({ data }: PageProps<AdminHoursPayload>) {
  const { t } = useTranslation();
  return (
    <AdminPage title={t("admin.hours.title")} lead={t("admin.hours.lead")}>
      <FormSections
        steps={[
          { id: "hours-week", title: t("admin.hours.week") },
          { id: "hours-special", title: t("admin.hours.special") },
          { id: "hours-address", title: t("admin.hours.address") },
        ]}
      >
        <HoursForm data={data} />
        <AddressForm data={data} />
      </FormSections>
    </AdminPage>
  );
}
