import { useTranslation } from "../../../../../lib/texts";
import { FormSection, MoreRules } from "../../../parts/FormSections";
import type { EditorPart } from "../serviceForm";
import { ServiceDates } from "./ServiceDates";
import { ServiceExceptions } from "./ServiceExceptions";
import { WeekHours } from "./WeekHours";

interface Props extends EditorPart {
  today: string;
}

/** The weekly hours: for each weekday any number of spans, or none; and the days that differ. */
export function ServiceHours({ today, ...part }: Props) {
  const { draft, errors, change } = part;
  const { t } = useTranslation();
  if (draft.series) return <ServiceDates {...part} series={draft.series} today={today} />;
  return (
    <FormSection id="service-hours" title={t("admin.service.hours")} lead={t("admin.service.hoursHint")}>
      <WeekHours
        hours={draft.hours}
        errors={errors}
        none={t("admin.services.closed")}
        onChange={(hours) => change({ hours })}
      />
      <MoreRules title={t("admin.service.exceptions")} isNeeded={draft.exceptions.length > 0}>
        <ServiceExceptions {...part} today={today} />
      </MoreRules>
    </FormSection>
  );
}
