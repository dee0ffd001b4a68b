import { Button } from "../../../../../components/Button";
import { useLang } from "../../../../../lib/context";
import { formatWeekday } from "../../../../../lib/format/format";
import { useTranslation } from "../../../../../lib/texts";
import styles from "../ServiceEditor.module.css";
import { SpanFields } from "../SpanFields";
import { type DraftErrors, newSpan, type Span } from "../serviceDraft";

const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface Props {
  hours: readonly Span[];
  errors: DraftErrors;
  /** Label of a day without hours. */
  none: string;
  onChange: (hours: Span[]) => void;
}

/** The hours of each weekday: any number of spans, or none. */
export function WeekHours({ hours, errors, none, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const add = (weekday: number) => {
    const last = hours.findLast((span) => span.weekday === weekday);
    // After a morning comes an afternoon, then an evening.
    const end = last && ["17:00", "21:00"].find((time) => last.closes < time);
    const span = last && end ? newSpan(weekday, last.closes, end) : newSpan(weekday);
    onChange([...hours, span]);
  };
  const update = (span: Span, times: Partial<Span>) =>
    onChange(hours.map((one) => (one === span ? { ...one, ...times } : one)));
  return (
    <div className={styles.rows}>
      {WEEK.map((weekday) => {
        const name = formatWeekday(lang, weekday);
        const spans = hours.filter((span) => span.weekday === weekday);
        return (
          <div key={weekday} className={styles.row}>
            <div className={styles.rowHead}>
              <span>{name}</span>
              <Button look="quiet" aria-label={t("admin.service.addSpan", { day: name })} onClick={() => add(weekday)}>
                {t("admin.service.add")}
              </Button>
            </div>
            {spans.length === 0 && <p className="small soft">{none}</p>}
            {spans.map((span) => (
              <SpanFields
                key={span.key}
                day={name}
                span={span}
                error={errors[span.key]}
                onChange={(times) => update(span, times)}
                onRemove={() => onChange(hours.filter((one) => one !== span))}
              />
            ))}
          </div>
        );
      })}
    </div>
  );
}
