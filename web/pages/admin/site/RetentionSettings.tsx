import { useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import type { AdminSitePayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { FormSection } from "../parts/FormSections";
import { SaveForm } from "../parts/SaveForm";
import { withValue } from "./offered";
import { useSettingsForm } from "./useSettingsForm";

interface Props {
  data: AdminSitePayload;
}

const SHORT = [7, 14, 30, 60, 90, 180, 365];
const LONG = [30, 90, 180, 365, 730, 1095];
/** The offered periods in days; 0: for good. */
const PERIODS = {
  notice_days: SHORT,
  search_days: SHORT,
  file_days: SHORT,
  draft_days: [0, ...LONG],
  message_days: [0, ...LONG],
} as const;
type Period = keyof typeof PERIODS;

/** How long classes of data stay before the cleanup deletes them. */
export function RetentionSettings({ data }: Props) {
  const { t } = useTranslation();
  const [row, setRow] = useState<Record<Period, number>>({
    notice_days: data.noticeDays,
    search_days: data.searchDays,
    file_days: data.fileDays,
    draft_days: data.draftDays,
    message_days: data.messageDays,
  });
  const { saving, save } = useSettingsForm(row);
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.retention.save")}>
      <FormSection id="site-retention" title={t("admin.retention.title")}>
        {(Object.keys(PERIODS) as Period[]).map((period) => (
          <SelectField
            key={period}
            label={t(`admin.settings.${period}`)}
            hint={t(`admin.settings.${period}.effect`)}
            value={String(row[period])}
            options={withValue(PERIODS[period], row[period]).map((count) => ({
              value: String(count),
              label: count === 0 ? t("admin.retention.never") : t("admin.retention.days", { count }),
            }))}
            onChange={(event) => setRow({ ...row, [period]: Number(event.target.value) })}
          />
        ))}
      </FormSection>
    </SaveForm>
  );
}
