import type { BookingSlot } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import styles from "./Dock.module.css";

interface Props {
  chosen: BookingSlot;
  timeZone: string;
  /** The page's main act. */
  children: React.ReactNode;
}

/** The chosen time and the act, at the foot of the window of a phone, where the navigation gives way to it. */
export function Dock({ chosen, timeZone, children }: Props) {
  const lang = useLang();
  return (
    <div className={styles.dock} data-dock>
      <p className={styles.when} suppressHydrationWarning>
        <strong>{formatMoment(lang, chosen.startsAt, timeZone, "shortDay")}</strong>
        <span className="small soft">{formatSpan(lang, chosen.startsAt, chosen.endsAt, timeZone, "time")}</span>
      </p>
      <div className={styles.act}>{children}</div>
    </div>
  );
}
