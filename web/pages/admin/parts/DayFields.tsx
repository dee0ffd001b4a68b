import { CheckField, TextField } from "../../../components/fields/Field";
import { useTranslation } from "../../../lib/texts";
import styles from "./parts.module.css";

interface DayValues {
  day: string;
  note: string;
  isClosed: boolean;
}

interface Props {
  values: DayValues;
  today: string;
  /** Error of the day, as text. */
  error: string | null;
  onChange: (changes: Partial<DayValues>) => void;
}

/** A day that differs from the others, why, and whether it is closed. Its times, if any, follow. */
export function DayFields({ values, today, error, onChange }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <div className={styles.fields}>
        <TextField
          type="date"
          required
          min={today}
          max="9999-12-31"
          label={t("book.service.day")}
          value={values.day}
          error={error}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        <TextField
          label={t("admin.services.reason")}
          maxLength={120}
          value={values.note}
          onChange={(event) => onChange({ note: event.target.value })}
        />
      </div>
      <CheckField
        label={t("admin.services.closedAllDay")}
        checked={values.isClosed}
        onChange={(event) => onChange({ isClosed: event.target.checked })}
      />
    </>
  );
}
