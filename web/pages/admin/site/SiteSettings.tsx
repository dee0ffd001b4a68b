import { useState } from "react";
import { CheckField, SelectField, TextField } from "../../../components/fields/Field";
import type { AdminSitePayload } from "../../../generated/payloads";
import { useSite } from "../../../lib/context";
import { useZoneOptions } from "../../../lib/format/useZoneOptions";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import type { Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { FormSection } from "../parts/FormSections";
import { SaveForm } from "../parts/SaveForm";
import { LanguagesField } from "./LanguagesField";
import { useSettingsForm } from "./useSettingsForm";

const COUNTS = [5, 10, 20, 50, 100];

interface Props {
  data: AdminSitePayload;
}

export function SiteSettings({ data }: Props) {
  const { t } = useTranslation();
  const { values, change, save, saving, draft } = useSettings(data);
  const zones = useZoneOptions(data.timeZone);
  const counts = [...new Set([...COUNTS, data.botCheckAfter ?? 20])].sort((one, other) => one - other);
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.site.save")} draft={draft}>
      <FormSection id="site-languages" title={t("admin.site.general")}>
        <LanguagesField
          offered={values.languages}
          defaultLanguage={values.defaultLanguage}
          onChange={(languages, defaultLanguage) => change({ languages, defaultLanguage })}
        />
        <SelectField
          label={t("admin.site.timeZone")}
          hint={t("admin.site.timeZoneHint")}
          value={values.timeZone}
          options={zones}
          onChange={(event) => change({ timeZone: event.target.value })}
        />
      </FormSection>
      <FormSection id="site-protection" title={t("admin.site.protection")}>
        <CheckField
          label={t("admin.site.requiresBotCheck")}
          hint={t("admin.site.requiresBotCheckHint")}
          checked={values.requiresBotCheck}
          onChange={(event) => change({ requiresBotCheck: event.target.checked })}
        />
        <SelectField
          label={t("admin.site.botCheckAfter")}
          hint={t("admin.site.botCheckAfterHint")}
          value={String(values.botCheckAfter ?? "")}
          options={[
            { value: "", label: t("admin.site.botCheckNever") },
            ...counts.map((count) => ({ value: String(count), label: t("admin.site.botCheckCount", { count }) })),
          ]}
          onChange={(event) => change({ botCheckAfter: Number(event.target.value) || null })}
        />
        <CheckField
          label={t("admin.site.needFactor")}
          hint={t("admin.site.needFactorHint")}
          checked={values.needFactor}
          onChange={(event) => change({ needFactor: event.target.checked })}
        />
        <TextField
          label={t("admin.settings.privacy_days")}
          hint={t("admin.site.privacyDaysHint")}
          type="number"
          inputMode="numeric"
          required
          min={1}
          max={90}
          value={values.privacyDays}
          error={isDays(values.privacyDays) ? null : t("admin.site.privacyDaysHint")}
          onChange={(event) => change({ privacyDays: event.target.value })}
        />
      </FormSection>
    </SaveForm>
  );
}

function useSettings(data: AdminSitePayload) {
  const { languages: offered } = useSite();
  const [values, setValues] = useState({
    timeZone: data.timeZone,
    defaultLanguage: data.defaultLanguage,
    languages: offered as readonly Lang[],
    requiresBotCheck: data.requiresBotCheck,
    botCheckAfter: data.botCheckAfter,
    needFactor: data.administratorsNeedFactor,
    privacyDays: String(data.privacyDays),
  });
  const draft = useFormDraft("site:settings", values, setValues);
  const row = {
    time_zone: values.timeZone,
    default_language: values.defaultLanguage,
    languages: [...values.languages],
    requires_bot_check: values.requiresBotCheck,
    bot_check_after: values.botCheckAfter,
    administrators_need_factor: values.needFactor,
    privacy_days: Number(values.privacyDays),
  };
  const { saving, save } = useSettingsForm(row, () => draft.settle(values));
  return {
    values,
    change: (changes: Partial<typeof values>) => setValues({ ...values, ...changes }),
    save: () => {
      if (isDays(values.privacyDays)) save();
    },
    saving,
    draft,
  };
}

/** Days until a request about data is due. */
function isDays(value: string): boolean {
  return /^\d{1,2}$/.test(value) && Number(value) >= 1 && Number(value) <= 90;
}
