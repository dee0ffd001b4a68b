import { SelectField } from "../../../components/fields/Field";
import type { ClosingPreview, Colleague, HandedOver } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "../day.module.css";

interface Props {
  colleagues: readonly Colleague[];
  preview: ClosingPreview | null;
  /** The id of the chosen colleague; empty: all is cancelled. */
  value: string;
  onChange: (event: React.ChangeEvent<HTMLSelectElement>) => void;
}

/** Colleague for the time of a person: the bookings that the colleague takes, and the others with the reason. */
export function HandOver({ colleagues, preview, value, onChange }: Props) {
  const { t } = useTranslation();
  const bookings = preview?.handed_over ?? [];
  const left = bookings.filter(({ reason }) => reason !== null);
  const kept = bookings.filter(({ reason }) => reason === null);
  return (
    <>
      <SelectField
        label={t("day.handOver.who")}
        hint={t("day.handOver.hint")}
        value={value}
        onChange={onChange}
        options={[
          { value: "", label: t("day.handOver.none") },
          ...colleagues.map(({ id, name, takes }) => ({
            value: id,
            label: t("day.handOver.takes", { name, count: takes }),
          })),
        ]}
      />
      {value && preview && (
        <div aria-live="polite" className={styles.outcomes}>
          <Outcome title={t("day.handOver.stay", { count: kept.length })} bookings={kept} />
          <Outcome title={t("day.handOver.left", { count: left.length })} bookings={left} />
        </div>
      )}
    </>
  );
}

interface OutcomeProps {
  title: string;
  bookings: readonly HandedOver[];
}

function Outcome({ title, bookings }: OutcomeProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <div>
      <p>
        <strong>{title}</strong>
      </p>
      <ul>
        {bookings.map(({ booking, starts_at, name, reason }) => (
          <li key={booking} data-reason={reason ?? undefined}>
            <span className="facts">
              <span>{formatMoment(lang, starts_at, timeZone, "dayTime")}</span>
              <span>{name}</span>
            </span>
            {reason && <span className="small soft">{t(`day.handOver.reason.${reason}`)}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}
