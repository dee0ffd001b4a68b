import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { ClockIcon } from "../../../components/icons";
import { HOLD_TEXTS } from "../../../lib/api/booking/holds";
import { useTranslation } from "../../../lib/texts";
import styles from "./HoldNote.module.css";
import type { HeldTime } from "./useHold";

interface Props {
  hold: HeldTime;
  /** The time is still free. */
  isFree: boolean;
}

const LAST_SECONDS = 60;

/** How long the chosen time is held. Screen readers say it at its start, a minute before its end, and at its end. */
export function HoldNote({ hold, isFree }: Props) {
  const { t } = useTranslation();
  const seconds = useSecondsUntil(hold.until, hold.state === "held");
  const isLast = seconds <= LAST_SECONDS;
  return (
    <>
      {/* Its room, so that nothing moves when it comes. */}
      {hold.state === "asked" && <p className={`${styles.hold} ${styles.room}`} />}
      {hold.state === "held" && (
        <p className={styles.hold} data-last={isLast || undefined}>
          <ClockIcon size={20} />
          <span>{t(HOLD_TEXTS.held)}</span>
          <strong role="timer" className={styles.time}>
            {Math.floor(seconds / 60)}:{String(seconds % 60).padStart(2, "0")}
          </strong>
        </p>
      )}
      {hold.state === "over" && (
        <Notice tone="note" action={isFree && <Button onClick={hold.holdAgain}>{t(HOLD_TEXTS.again)}</Button>}>
          {t(isFree ? HOLD_TEXTS.over : HOLD_TEXTS.overTaken)}
        </Notice>
      )}
      <p className="visually-hidden" aria-live="polite">
        {hold.state === "held" && t(isLast ? HOLD_TEXTS.lastMinute : HOLD_TEXTS.started)}
        {hold.state === "over" && t(isFree ? HOLD_TEXTS.over : HOLD_TEXTS.overTaken)}
      </p>
    </>
  );
}

/** Counted from the clock: a tab in the background ticks late. */
function useSecondsUntil(until: number, isRunning: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isRunning) return;
    setNow(Date.now());
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return Math.max(0, Math.ceil((until - now) / 1000));
}
