import { SelectField } from "../../../components/fields/Field";
import type { ClosingPreview, Colleague } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";

interface Props {
  colleagues: readonly Colleague[];
  preview: ClosingPreview | null;
  /** The id of the chosen colleague; empty: all is cancelled. */
  value: string;
  onChange: (event: React.ChangeEvent<HTMLSelectElement>) => void;
}

/** Colleague for the time of a person, and the outcome of each booking that the colleague cannot take. */
export function HandOver({ colleagues, preview, value, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const bookings = preview?.handed_over ?? [];
  const left = bookings.filter(({ reason }) => reason !== null);
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
        <div aria-live="polite">
          <p>
            <strong>{t("day.handOver.stay", { count: bookings.length - left.length })}</strong>
          </p>
          {left.length > 0 && (
            <>
              <p>
                <strong>{t("day.handOver.left", { count: left.length })}</strong>
              </p>
              <ul>
                {left.map(({ booking, starts_at, name, reason }) => (
                  <li key={booking}>
                    {formatMoment(lang, starts_at, timeZone, "dayTime")} · {name} · {t(`day.handOver.reason.${reason}`)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </>
  );
}
