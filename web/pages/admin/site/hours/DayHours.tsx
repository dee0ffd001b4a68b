import { Button } from "../../../../components/Button";
import { CloseIcon, PlusIcon } from "../../../../components/icons";
import { useTranslation } from "../../../../lib/texts";
import styles from "./Hours.module.css";
import { isOvernight, nextSpan, type Span } from "./hoursDraft";

interface Props {
  /** For the names of the fields: a weekday or a date. */
  day: string;
  spans: Span[];
  error: string | null | undefined;
  onChange: (spans: Span[]) => void;
}

/** The times of one day; none: closed. */
export function DayHours({ day, spans, error, onChange }: Props) {
  const { t } = useTranslation();
  const set = (key: string, times: Partial<Span>) =>
    onChange(spans.map((span) => (span.key === key ? { ...span, ...times } : span)));
  return (
    <div className={styles.spans}>
      {spans.length === 0 && <span className="soft">{t("hours.closedDay")}</span>}
      {spans.map((span) => (
        <div key={span.key} className={styles.span}>
          <input
            type="time"
            className={styles.time}
            aria-label={t("admin.hours.opens", { day })}
            aria-invalid={error ? true : undefined}
            value={span.opens}
            onChange={(event) => set(span.key, { opens: event.target.value })}
          />
          <span aria-hidden="true">–</span>
          <input
            type="time"
            className={styles.time}
            aria-label={t("admin.hours.closes", { day })}
            aria-invalid={error ? true : undefined}
            value={span.closes}
            onChange={(event) => set(span.key, { closes: event.target.value })}
          />
          <Button
            look="quiet"
            size="small"
            aria-label={t("admin.hours.remove", { day, opens: span.opens, closes: span.closes })}
            onClick={() => onChange(spans.filter((one) => one.key !== span.key))}
          >
            <CloseIcon />
          </Button>
          {isOvernight(span) && <span className="small soft">{t("admin.hours.overnight")}</span>}
        </div>
      ))}
      {spans.length < 6 && (
        <Button
          look="quiet"
          size="small"
          aria-label={t("admin.hours.addTo", { day })}
          onClick={() => onChange([...spans, nextSpan(spans)])}
        >
          <PlusIcon />
          {t("admin.hours.add")}
        </Button>
      )}
      {error && (
        <p className={styles.error} role="alert">
          {t(error)}
        </p>
      )}
    </div>
  );
}
