import { Button } from "../../../../components/Button";
import { useLang } from "../../../../lib/context";
import { formatWeekday } from "../../../../lib/format/format";
import { useTranslation } from "../../../../lib/texts";
import { FormSection, MoreRules } from "../../parts/FormSections";
import styles from "./ServiceEditor.module.css";
import { ServiceExceptions } from "./ServiceExceptions";
import { SpanFields } from "./SpanFields";
import { newSpan, type Span } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

const WEEK = [1, 2, 3, 4, 5, 6, 7];

interface Props extends EditorPart {
  today: string;
}

/** The weekly hours: for each weekday any number of spans, or none; and the days that differ. */
export function ServiceHours({ today, ...part }: Props) {
  const { draft, errors, change } = part;
  const { t } = useTranslation();
  const lang = useLang();
  const add = (weekday: number) => {
    const last = draft.hours.findLast((span) => span.weekday === weekday);
    // After a morning comes an afternoon, then an evening.
    const end = last && ["17:00", "21:00"].find((time) => last.closes < time);
    const span = last && end ? newSpan(weekday, last.closes, end) : newSpan(weekday);
    change({ hours: [...draft.hours, span] });
  };
  const update = (span: Span, times: Partial<Span>) =>
    change({ hours: draft.hours.map((one) => (one === span ? { ...one, ...times } : one)) });
  return (
    <FormSection id="service-hours" title={t("admin.service.hours")} lead={t("admin.service.hoursHint")}>
      <div className={styles.rows}>
        {WEEK.map((weekday) => {
          const name = formatWeekday(lang, weekday);
          const spans = draft.hours.filter((span) => span.weekday === weekday);
          return (
            <div key={weekday} className={styles.row}>
              <div className={styles.rowHead}>
                <span>{name}</span>
                <Button
                  look="quiet"
                  aria-label={t("admin.service.addSpan", { day: name })}
                  onClick={() => add(weekday)}
                >
                  {t("admin.service.add")}
                </Button>
              </div>
              {spans.length === 0 && <p className="small soft">{t("admin.services.closed")}</p>}
              {spans.map((span) => (
                <SpanFields
                  key={span.key}
                  day={name}
                  span={span}
                  error={errors[span.key]}
                  onChange={(times) => update(span, times)}
                  onRemove={() => change({ hours: draft.hours.filter((one) => one !== span) })}
                />
              ))}
            </div>
          );
        })}
      </div>
      <MoreRules title={t("admin.service.exceptions")} isNeeded={draft.exceptions.length > 0}>
        <ServiceExceptions {...part} today={today} />
      </MoreRules>
    </FormSection>
  );
}
