import { Field, SelectField, TextField } from "../../../../components/fields/Field";
import { useLang } from "../../../../lib/context";
import { formatWeekday } from "../../../../lib/format/format";
import { useLength } from "../../../../lib/format/useLength";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Setup.module.css";

export interface OwnService {
  name: string;
  minutes: string;
  weekdays: number[];
  opens: string;
  closes: string;
}

const LENGTHS = [15, 20, 30, 45, 60, 90, 120];
const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

export const firstService: OwnService = {
  name: "",
  minutes: "30",
  weekdays: [1, 2, 3, 4, 5],
  opens: "09:00",
  closes: "12:00",
};

export function isUsable({ weekdays, opens, closes }: OwnService): boolean {
  return weekdays.length > 0 && opens !== "" && opens < closes;
}

interface Props {
  value: OwnService;
  onChange: (changes: Partial<OwnService>) => void;
}

/** An appointment in a few fields; the service's own page has all others. */
export function ServiceFields({ value, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const sayLength = useLength();
  const toggle = (weekday: number, isChosen: boolean) =>
    onChange({ weekdays: WEEKDAYS.filter((one) => (one === weekday ? isChosen : value.weekdays.includes(one))) });
  return (
    <>
      <TextField
        label={t("admin.service.name")}
        maxLength={120}
        value={value.name}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <SelectField
        label={t("admin.setup.service.length")}
        value={value.minutes}
        options={LENGTHS.map((minutes) => ({ value: String(minutes), label: sayLength(minutes) }))}
        onChange={(event) => onChange({ minutes: event.target.value })}
      />
      <fieldset className={styles.days}>
        <legend>{t("admin.setup.service.days")}</legend>
        {WEEKDAYS.map((weekday) => (
          <label key={weekday} className={styles.day}>
            <input
              type="checkbox"
              className="visually-hidden"
              aria-label={formatWeekday(lang, weekday, "weekday")}
              checked={value.weekdays.includes(weekday)}
              onChange={(event) => toggle(weekday, event.target.checked)}
            />
            <span aria-hidden="true">{formatWeekday(lang, weekday, "shortWeekday")}</span>
          </label>
        ))}
      </fieldset>
      <div className={styles.times}>
        <Field label={t("admin.service.opens")} required>
          {(control) => (
            <input
              {...control}
              type="time"
              value={value.opens}
              onChange={(event) => onChange({ opens: event.target.value })}
            />
          )}
        </Field>
        <Field label={t("admin.service.closes")} required>
          {(control) => (
            <input
              {...control}
              type="time"
              value={value.closes}
              onChange={(event) => onChange({ closes: event.target.value })}
            />
          )}
        </Field>
      </div>
    </>
  );
}
