import { Button } from "../../../../components/Button";
import { TextField } from "../../../../components/fields/Field";
import { PlusIcon } from "../../../../components/icons";
import { useLang } from "../../../../lib/context";
import { formatDay } from "../../../../lib/format/format";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { LANGS } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { useTranslation } from "../../../../lib/texts";
import { DayHours } from "./DayHours";
import styles from "./Hours.module.css";
import type { SpecialDay } from "./hoursDraft";

interface Props {
  days: SpecialDay[];
  /** By the key of the day. */
  mistakes: Readonly<Record<string, string>>;
  onChange: (days: SpecialDay[]) => void;
}

/** The days that differ from their weekday: closed, or open at other times, with the reason in each language. */
export function SpecialDays({ days, mistakes, onChange }: Props) {
  const { t } = useTranslation();
  const change = (key: string, changes: Partial<SpecialDay>) =>
    onChange(days.map((day) => (day.key === key ? { ...day, ...changes } : day)));
  return (
    <>
      {days.map((day) => (
        <Day
          key={day.key}
          day={day}
          error={mistakes[day.key]}
          onChange={(changes) => change(day.key, changes)}
          onRemove={() => onChange(days.filter((one) => one.key !== day.key))}
        />
      ))}
      <div>
        <Button look="soft" onClick={() => onChange([...days, { key: newId(), day: "", spans: [], notes: {} }])}>
          <PlusIcon />
          {t("admin.hours.addDay")}
        </Button>
      </div>
    </>
  );
}

interface DayProps {
  day: SpecialDay;
  error: string | undefined;
  onChange: (changes: Partial<SpecialDay>) => void;
  onRemove: () => void;
}

function Day({ day, error, onChange, onRemove }: DayProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = /^\d{4}-\d\d-\d\d$/.test(day.day) ? formatDay(lang, day.day, "date") : t("admin.hours.newDay");
  return (
    <fieldset className={styles.special}>
      <legend className="visually-hidden">{name}</legend>
      <div className={styles.when}>
        <TextField
          type="date"
          required
          min="2000-01-01"
          max="2999-12-31"
          label={t("admin.hours.day")}
          value={day.day}
          onChange={(event) => onChange({ day: event.target.value })}
        />
        <DayHours day={name} spans={day.spans} error={error} onChange={(spans) => onChange({ spans })} />
      </div>
      <details className={styles.notes} open={Object.values(day.notes).some(Boolean)}>
        <summary>{t("admin.hours.note")}</summary>
        <div className={styles.fields}>
          {LANGS.map((one) => (
            <TextField
              key={one}
              label={OWN_NAME[one]}
              lang={HTML_LANG[one]}
              maxLength={120}
              value={day.notes[one] ?? ""}
              onChange={(event) => onChange({ notes: { ...day.notes, [one]: event.target.value } })}
            />
          ))}
        </div>
      </details>
      <div>
        <Button look="quiet" size="small" aria-label={t("admin.hours.removeDay", { day: name })} onClick={onRemove}>
          {t("admin.hours.removeThis")}
        </Button>
      </div>
    </fieldset>
  );
}
