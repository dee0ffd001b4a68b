import { useState } from "react";
import { CheckField, SelectField } from "../../../components/fields/Field";
import type { AdminSitePayload } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { FormSection } from "../parts/FormSections";
import { SaveForm } from "../parts/SaveForm";
import { withValue } from "./offered";
import { useSettingsForm } from "./useSettingsForm";

interface Props {
  data: AdminSitePayload;
}

const PAUSES = [0, 5, 10, 30, 60, 120];
const REPORTERS = [2, 3, 5, 10];

/** Rules for new members of the forum, and automatic effects of reports. */
export function ModerationSettings({ data }: Props) {
  const { t } = useTranslation();
  const [row, setRow] = useState({
    holds_first_posts: data.holdsFirstPosts,
    limits_newcomers: data.limitsNewcomers,
    post_gap_seconds: data.postGapSeconds,
    hides_after_reports: data.hidesAfterReports,
  });
  const { saving, save } = useSettingsForm(row);
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.moderation.save")}>
      <FormSection id="site-newcomers" title={t("admin.moderation.title")}>
        <CheckField
          label={t("admin.moderation.holds")}
          hint={t("admin.moderation.holdsHint")}
          checked={row.holds_first_posts}
          onChange={(event) => setRow({ ...row, holds_first_posts: event.target.checked })}
        />
        <CheckField
          label={t("admin.moderation.limits")}
          hint={t("admin.moderation.limitsHint")}
          checked={row.limits_newcomers}
          onChange={(event) => setRow({ ...row, limits_newcomers: event.target.checked })}
        />
        <SelectField
          label={t("admin.moderation.pause")}
          hint={t("admin.moderation.pauseHint")}
          value={String(row.post_gap_seconds)}
          options={withValue(PAUSES, row.post_gap_seconds).map((count) => ({
            value: String(count),
            label: count === 0 ? t("admin.moderation.noPause") : t("admin.moderation.seconds", { count }),
          }))}
          onChange={(event) => setRow({ ...row, post_gap_seconds: Number(event.target.value) })}
        />
        <SelectField
          label={t("admin.moderation.reports")}
          hint={t("admin.moderation.reportsHint")}
          required={false}
          value={row.hides_after_reports === null ? "" : String(row.hides_after_reports)}
          options={[
            { value: "", label: t("admin.moderation.never") },
            ...withValue(REPORTERS, row.hides_after_reports).map((count) => ({
              value: String(count),
              label: t("admin.desk.reporters", { count }),
            })),
          ]}
          onChange={(event) => setRow({ ...row, hides_after_reports: Number(event.target.value) || null })}
        />
      </FormSection>
    </SaveForm>
  );
}
