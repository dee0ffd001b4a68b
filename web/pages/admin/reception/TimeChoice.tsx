import type { DeskService, DeskTime } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import styles from "./Reception.module.css";

interface Props {
  times: readonly DeskTime[];
  service: DeskService;
  chosen: DeskTime | null;
  party: number;
  onChoose: (startsAt: string) => void;
}

/** The times of the day, full ones included: their button joins the waiting list. */
export function TimeChoice({ times, service, chosen, party, onChoose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <fieldset className={styles.times}>
      <legend>{t("book.service.times")}</legend>
      {times.length === 0 && <p className="soft">{t("admin.reception.noTimes")}</p>}
      {times.map((time) => (
        <label key={time.startsAt} className={styles.time} data-full={time.left < party || undefined}>
          <input
            type="radio"
            name="time"
            value={time.startsAt}
            checked={time.startsAt === chosen?.startsAt}
            onChange={() => onChoose(time.startsAt)}
          />
          <span suppressHydrationWarning>{formatSpan(lang, time.startsAt, time.endsAt, service.timeZone, "time")}</span>
          <span className="small soft">
            {time.left > 0 && service.capacity > 1
              ? t("book.places", { count: time.left })
              : t(time.left > 0 ? "book.service.free" : "book.service.full")}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
