import { Button } from "../../../../../components/Button";
import { SelectField, TextField } from "../../../../../components/fields/Field";
import { useLang } from "../../../../../lib/context";
import { formatDay } from "../../../../../lib/format/format";
import { useTranslation } from "../../../../../lib/texts";
import { FormSection } from "../../../parts/FormSections";
import styles from "../ServiceEditor.module.css";
import { isDay, nextDate, type OtherDay, type Series } from "../serviceDraft";
import type { EditorPart } from "../serviceForm";

interface Props extends EditorPart {
  series: Series;
  today: string;
}

const WAYS = ["single", "whole", "either"] as const;

/** The dates of a course or an event, and how they are booked. */
export function ServiceDates({ draft, errors, change, series, today }: Props) {
  const { t } = useTranslation();
  const dates = draft.exceptions.filter((day) => !day.isClosed);
  const update = (day: OtherDay, changes: Partial<OtherDay>) =>
    change({ exceptions: draft.exceptions.map((one) => (one === day ? { ...one, ...changes } : one)) });
  return (
    <FormSection id="service-hours" title={t("book.dates.all")} lead={t("admin.service.datesHint")}>
      <SelectField
        label={t("admin.service.series")}
        value={series}
        onChange={(event) => change({ series: WAYS.find((way) => way === event.target.value) ?? "either" })}
        options={WAYS.map((value) => ({ value, label: t(`admin.service.series.${value}`) }))}
      />
      <div className={styles.rows}>
        {dates.map((day) => (
          <DateFields
            key={day.key}
            day={day}
            today={today}
            error={errors[day.key]}
            onChange={(changes) => update(day, changes)}
            onRemove={() => change({ exceptions: draft.exceptions.filter((one) => one !== day) })}
          />
        ))}
      </div>
      {errors.dates && (
        <p className={styles.error} role="alert">
          {t(errors.dates)}
        </p>
      )}
      <div>
        <Button onClick={() => change({ exceptions: [...draft.exceptions, nextDate(dates)] })}>
          {t("admin.service.addDate")}
        </Button>
      </div>
    </FormSection>
  );
}

interface DateProps {
  day: OtherDay;
  today: string;
  error: string | undefined;
  onChange: (changes: Partial<OtherDay>) => void;
  onRemove: () => void;
}

function DateFields({ day, today, error, onChange, onRemove }: DateProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = isDay(day.day) ? formatDay(lang, day.day, "date") : t("book.service.day");
  return (
    <div className={styles.row}>
      <div className={styles.fields}>
        <TextField
          type="date"
          required
          min={today}
          max="9999-12-31"
          label={t("book.service.day")}
          value={day.day}
          error={error && t(error)}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        <TextField
          type="time"
          required
          label={t("admin.service.opens")}
          value={day.opens}
          onChange={(event) => onChange({ opens: event.target.value })}
        />
      </div>
      <div>
        <Button look="quiet" aria-label={t("admin.services.removeDay", { day: name })} onClick={onRemove}>
          {t("admin.service.remove")}
        </Button>
      </div>
    </div>
  );
}
