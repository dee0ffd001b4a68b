import { ButtonAnchor } from "../../../components/Button";
import { PhoneIcon, PlaceIcon } from "../../../components/icons";
import type { Opening, SpecialDay } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { dayText, specialDay, weekLines } from "../../../lib/format/openingHours";
import { useTranslation } from "../../../lib/texts";
import { OpenNow } from "../hours/OpenNow";
import styles from "./WherePanel.module.css";

interface Props {
  data: { phone: string; mapUrl: string; hoursNote: string; opening: Opening | null; specialDays: SpecialDay[] };
}

/** Where the site is and when it is open: on the pages about it and for writing to it. Absent if nothing is known. */
export function WherePanel({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { address, hours } = useSite();
  const { phone, opening, specialDays, hoursNote } = data;
  const hasHours = hours !== null || specialDays.length > 0 || hoursNote !== "";
  if (!address && !phone && !hasHours) return null;
  const map = data.mapUrl || (address && `https://www.openstreetmap.org/search?query=${encodeURIComponent(address)}`);
  return (
    <aside className={styles.panel} aria-label={t("hours.where")}>
      {(address || phone) && (
        <div className={styles.part}>
          <h2>{t("hours.where")}</h2>
          {address && (
            <p className={styles.line}>
              <PlaceIcon />
              <span>{address}</span>
            </p>
          )}
          {phone && (
            <p className={styles.line}>
              <PhoneIcon />
              <a href={`tel:${phone.replace(/[^+\d]/g, "")}`}>{phone}</a>
            </p>
          )}
          {map && (
            <ButtonAnchor look="soft" href={map} rel="noopener">
              {t("hours.map")}
            </ButtonAnchor>
          )}
        </div>
      )}
      {hasHours && (
        <div className={styles.part}>
          <h2>{t("home.hours")}</h2>
          {opening && <OpenNow opening={opening} />}
          {hours && (
            <dl className={styles.week}>
              {weekLines(t, lang, hours).map((line) => (
                <div key={line.days}>
                  <dt suppressHydrationWarning>{line.days}</dt>
                  <dd suppressHydrationWarning>{line.hours}</dd>
                </div>
              ))}
            </dl>
          )}
          {specialDays.length > 0 && (
            <dl className={styles.week} data-special>
              {specialDays.map((day) => (
                <div key={day.day}>
                  <dt suppressHydrationWarning>
                    {specialDay(lang, day.day)}
                    {day.note && <span className={styles.note}>{day.note}</span>}
                  </dt>
                  <dd suppressHydrationWarning>{dayText(t, lang, day.hours)}</dd>
                </div>
              ))}
            </dl>
          )}
          {hoursNote && <p className={styles.words}>{hoursNote}</p>}
        </div>
      )}
    </aside>
  );
}
