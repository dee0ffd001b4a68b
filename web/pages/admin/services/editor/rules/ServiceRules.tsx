import { CheckField, SelectField, TextField } from "../../../../../components/fields/Field";
import { useSite } from "../../../../../lib/context";
import { useZoneOptions } from "../../../../../lib/format/useZoneOptions";
import { useTranslation } from "../../../../../lib/texts";
import { FormSection, MoreRules } from "../../../parts/FormSections";
import { BUFFERS, LimitInput, Minutes, NOTICES, NumberInput } from "../NumberFields";
import styles from "../ServiceEditor.module.css";
import { hasOwnRules } from "../serviceDraft";
import type { EditorPart } from "../serviceForm";
import { ServiceReminders } from "./ServiceReminders";
import { StaffMessages } from "./StaffMessages";
import { WhoBooks } from "./WhoBooks";

/** How far ahead it is booked and until when it can be changed; folded, what most services leave as it is. */
export function ServiceRules(part: EditorPart) {
  const { t } = useTranslation();
  const site = useSite();
  const { draft, errors, change } = part;
  const zones = useZoneOptions(draft.timeZone);
  const isWrong = ["perPerson", "timeZone", "dayLimit", "weekLimit", "memberLimit"].some((field) => errors[field]);
  return (
    <FormSection id="service-rules" title={t("admin.service.rules")}>
      <div className={styles.fields}>
        {!draft.series && <NumberInput {...part} field="windowDays" />}
        <Minutes {...part} field="noticeMinutes" choices={NOTICES} />
        <Minutes {...part} field="cancelUntilMinutes" choices={NOTICES} />
      </div>
      <WhoBooks {...part} />
      <ServiceReminders {...part} />
      <MoreRules title={t("admin.service.more")} isNeeded={isWrong || hasOwnRules(draft, site.timeZone)}>
        <div className={styles.fields}>
          {draft.kind === "session" && <NumberInput {...part} field="perPerson" />}
          <Minutes {...part} field="bufferBeforeMinutes" choices={BUFFERS} />
          <Minutes {...part} field="bufferAfterMinutes" choices={BUFFERS} />
          <LimitInput {...part} field="dayLimit" />
          <LimitInput {...part} field="weekLimit" />
          <LimitInput {...part} field="memberLimit" />
        </div>
        <SelectField
          label={t("admin.service.zone")}
          required
          value={draft.timeZone}
          error={errors.timeZone && t(errors.timeZone)}
          onChange={(event) => change({ timeZone: event.target.value })}
          options={zones}
        />
        <CheckField
          label={t("admin.service.notifiesStaff")}
          hint={t("admin.service.notifiesStaffHint")}
          checked={draft.notifiesStaff}
          onChange={(event) => change({ notifiesStaff: event.target.checked })}
        />
        {draft.notifiesStaff && <StaffMessages {...part} />}
      </MoreRules>
      <Address {...part} />
      <CheckField
        label={t("admin.service.active")}
        hint={t("admin.service.activeHint")}
        checked={draft.isActive}
        onChange={(event) => change({ isActive: event.target.checked })}
      />
    </FormSection>
  );
}

/** Address and place in the list: each service has its own, so they have no default. */
function Address(part: EditorPart) {
  const { t } = useTranslation();
  const { draft, errors, change } = part;
  return (
    <MoreRules
      title={t("admin.service.addressAndPlace")}
      facts={draft.slug}
      isNeeded={Boolean(errors.slug || errors.position)}
    >
      <div className={styles.fields}>
        <TextField
          label={t("admin.service.slug")}
          hint={t("admin.service.slugHint")}
          maxLength={80}
          autoCapitalize="none"
          spellCheck={false}
          value={draft.slug}
          error={errors.slug && t(errors.slug)}
          onChange={(event) => change({ slug: event.target.value.toLowerCase() })}
        />
        <NumberInput {...part} field="position" />
      </div>
    </MoreRules>
  );
}
