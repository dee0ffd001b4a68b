import { Button } from "../../../../../components/Button";
import { useLang } from "../../../../../lib/context";
import { formatDay } from "../../../../../lib/format/format";
import { useTranslation } from "../../../../../lib/texts";
import { DayFields } from "../../../parts/DayFields";
import styles from "../ServiceEditor.module.css";
import { SpanFields } from "../SpanFields";
import { isDay, newOtherDay, type OtherDay } from "../serviceDraft";
import type { EditorPart } from "../serviceForm";

interface Props extends EditorPart {
  today: string;
}

/** Days of this service alone that do not follow the weekly hours. */
export function ServiceExceptions({ draft, errors, change, today }: Props) {
  const { t } = useTranslation();
  const update = (day: OtherDay, changes: Partial<OtherDay>) =>
    change({ exceptions: draft.exceptions.map((one) => (one === day ? { ...one, ...changes } : one)) });
  return (
    <>
      <p className="soft small">{t("admin.service.exceptionsHint")}</p>
      {draft.exceptions.length > 0 && (
        <div className={styles.rows}>
          {draft.exceptions.map((day) => (
            <DayRow
              key={day.key}
              day={day}
              today={today}
              error={errors[day.key]}
              onChange={(changes) => update(day, changes)}
              onRemove={() => change({ exceptions: draft.exceptions.filter((one) => one !== day) })}
            />
          ))}
        </div>
      )}
      <div>
        <Button onClick={() => change({ exceptions: [...draft.exceptions, newOtherDay("")] })}>
          {t("admin.services.addDay")}
        </Button>
      </div>
    </>
  );
}

interface RowProps {
  day: OtherDay;
  today: string;
  error: string | undefined;
  onChange: (changes: Partial<OtherDay>) => void;
  onRemove: () => void;
}

function DayRow({ day, today, error, onChange, onRemove }: RowProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const name = isDay(day.day) ? formatDay(lang, day.day, "date") : t("book.service.day");
  return (
    <div className={styles.row}>
      <DayFields values={day} today={today} error={day.isClosed && error ? t(error) : null} onChange={onChange} />
      {!day.isClosed && <SpanFields day={name} span={day} error={error} onChange={onChange} />}
      <div>
        <Button look="quiet" aria-label={t("admin.services.removeDay", { day: name })} onClick={onRemove}>
          {t("admin.service.remove")}
        </Button>
      </div>
    </div>
  );
}
