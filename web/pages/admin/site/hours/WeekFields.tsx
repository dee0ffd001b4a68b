import { Button } from "../../../../components/Button";
import { useLang } from "../../../../lib/context";
import { formatWeekday } from "../../../../lib/format/format";
import { useTranslation } from "../../../../lib/texts";
import { DayHours } from "./DayHours";
import styles from "./Hours.module.css";
import { newSpan, type Span } from "./hoursDraft";

interface Props {
  /** Monday first. */
  week: Span[][];
  /** By weekday: the key of an interface text. */
  mistakes: readonly (string | null)[] | null;
  onChange: (week: Span[][]) => void;
}

/** The times of the seven weekdays; those of one can be copied to all. */
export function WeekFields({ week, mistakes, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const copy = (from: number) =>
    onChange(
      week.map((spans, place) =>
        place === from ? spans : (week[from] ?? []).map((one) => newSpan(one.opens, one.closes)),
      ),
    );
  return (
    <div className={styles.week}>
      {week.map((spans, place) => {
        const day = formatWeekday(lang, place + 1);
        return (
          <div key={day} className={styles.day}>
            <span className={styles.name}>{day}</span>
            <DayHours
              day={day}
              spans={spans}
              error={mistakes?.[place]}
              onChange={(changed) => onChange(week.map((one, other) => (other === place ? changed : one)))}
            />
            <Button look="quiet" size="small" aria-label={t("admin.hours.copyOf", { day })} onClick={() => copy(place)}>
              {t("admin.hours.copy")}
            </Button>
          </div>
        );
      })}
    </div>
  );
}
