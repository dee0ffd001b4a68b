import { CheckField, SelectField, TextField } from "../../../components/fields/Field";
import { PictureField } from "../../../components/fields/PictureField";
import type { HostOption } from "../../../generated/payloads";
import { useLength } from "../../../lib/format/useLength";
import { useZoneOptions } from "../../../lib/format/useZoneOptions";
import { useTranslation } from "../../../lib/texts";
import { CARD, sourceOf } from "../../../lib/uploads/pictures";
import { HostField } from "./HostField";
import styles from "./ServiceEditor.module.css";
import { NUMBERS, type NumberField } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface Props extends EditorPart {
  hosts: readonly HostOption[];
}

/** Host, capacity, duration, and the rules of booking. */
export function ServiceTerms({ hosts, ...part }: Props) {
  const { t } = useTranslation();
  const { draft, errors, change } = part;
  const isSession = draft.kind === "session";
  return (
    <fieldset className={styles.part}>
      <legend>{t("admin.service.terms")}</legend>
      <SelectField
        label={t("admin.service.kind")}
        value={draft.kind}
        onChange={(event) => change({ kind: event.target.value === "session" ? "session" : "appointment" })}
        options={[
          { value: "appointment", label: t("admin.service.kind.appointment") },
          { value: "session", label: t("admin.service.kind.session") },
        ]}
      />
      <PictureField
        label={t("admin.service.picture")}
        hint={t("admin.service.pictureHint")}
        address={draft.pictureUrl}
        onChange={(pictureUrl) => change({ pictureUrl })}
      >
        {draft.pictureUrl && (
          <img className={styles.picture} {...sourceOf(draft.pictureUrl, CARD)} alt="" width="640" height="427" />
        )}
      </PictureField>
      <HostField {...part} hosts={hosts} />
      <CheckField
        label={t("admin.service.notifiesStaff")}
        hint={t("admin.service.notifiesStaffHint")}
        checked={draft.notifiesStaff}
        onChange={(event) => change({ notifiesStaff: event.target.checked })}
      />
      <TextField
        type="url"
        label={t("book.view.fact.online")}
        hint={t("admin.service.urlHint")}
        value={draft.onlineUrl}
        error={errors.onlineUrl && t(errors.onlineUrl)}
        onChange={(event) => change({ onlineUrl: event.target.value })}
      />
      <div className={styles.fields}>
        <NumberInput {...part} field="durationMinutes" step={5} />
        {isSession && <NumberInput {...part} field="capacity" />}
        {isSession && <NumberInput {...part} field="perPerson" />}
        <NumberInput {...part} field="windowDays" />
        <Minutes {...part} field="noticeMinutes" choices={NOTICES} />
        <Minutes {...part} field="cancelUntilMinutes" choices={NOTICES} />
        <Minutes {...part} field="bufferBeforeMinutes" choices={BUFFERS} />
        <Minutes {...part} field="bufferAfterMinutes" choices={BUFFERS} />
      </div>
      <Address {...part} />
    </fieldset>
  );
}

function Address({ draft, errors, change }: EditorPart) {
  const { t } = useTranslation();
  const zones = useZoneOptions(draft.timeZone);
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("admin.service.zone")}
        required
        value={draft.timeZone}
        error={errors.timeZone && t(errors.timeZone)}
        onChange={(event) => change({ timeZone: event.target.value })}
        options={zones}
      />
      <TextField
        label={t("admin.service.slug")}
        hint={t("admin.service.slugHint")}
        maxLength={80}
        value={draft.slug}
        error={errors.slug && t(errors.slug)}
        onChange={(event) => change({ slug: event.target.value.toLowerCase() })}
      />
      <NumberInput draft={draft} errors={errors} change={change} field="position" />
    </div>
  );
}

interface NumberInputProps extends EditorPart {
  field: NumberField;
  step?: number;
}

function NumberInput({ draft, errors, change, field, step = 1 }: NumberInputProps) {
  const { t } = useTranslation();
  const [least, most] = NUMBERS[field];
  const error = errors[field];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      required
      min={least}
      max={most}
      step={step}
      label={t(`admin.service.${field}`)}
      value={draft[field]}
      error={error && t(error, { least, most })}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
}

const NOTICES = [0, 30, 60, 120, 240, 720, 1440, 2880, 10_080];
const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60];

interface MinutesProps extends EditorPart {
  field: "noticeMinutes" | "cancelUntilMinutes" | "bufferBeforeMinutes" | "bufferAfterMinutes";
  choices: readonly number[];
}

function Minutes({ draft, change, field, choices }: MinutesProps) {
  const { t } = useTranslation();
  const length = useLength();
  // Another client may have saved a number that is not among ours: it stays selectable.
  const all = choices.includes(draft[field]) ? choices : [...choices, draft[field]].sort((one, other) => one - other);
  return (
    <SelectField
      label={t(`admin.service.${field}`)}
      value={String(draft[field])}
      onChange={(event) => change({ [field]: Number(event.target.value) })}
      options={all.map((minutes) => ({
        value: String(minutes),
        label: minutes === 0 ? t("admin.service.none") : length(minutes),
      }))}
    />
  );
}
