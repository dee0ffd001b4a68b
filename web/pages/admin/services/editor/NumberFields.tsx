import { SelectField, TextField } from "../../../../components/fields/Field";
import { useLength } from "../../../../lib/format/useLength";
import { useTranslation } from "../../../../lib/texts";
import { LIMITS, type LimitField, NUMBERS, type NumberField } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface NumberInputProps extends EditorPart {
  field: NumberField;
  step?: number;
}

export function NumberInput({ draft, errors, change, field, step = 1 }: NumberInputProps) {
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

/** A number that may stay empty: no limit. */
export function LimitInput({ draft, errors, change, field }: EditorPart & { field: LimitField }) {
  const { t } = useTranslation();
  const [least, most] = LIMITS[field];
  const error = errors[field];
  return (
    <TextField
      type="number"
      inputMode="numeric"
      min={least}
      max={most}
      label={t(`admin.service.${field}`)}
      placeholder={t("admin.service.noLimit")}
      value={draft[field]}
      error={error && t(error, { least, most })}
      onChange={(event) => change({ [field]: event.target.value })}
    />
  );
}

export const NOTICES = [0, 30, 60, 120, 240, 720, 1440, 2880, 10_080];
export const BUFFERS = [0, 5, 10, 15, 20, 30, 45, 60];

interface MinutesProps extends EditorPart {
  field: "noticeMinutes" | "cancelUntilMinutes" | "bufferBeforeMinutes" | "bufferAfterMinutes";
  choices: readonly number[];
}

/** A length of time from a list. */
export function Minutes({ draft, change, field, choices }: MinutesProps) {
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
