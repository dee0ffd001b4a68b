import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import type { BookingSlot } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { HoldNote } from "../hold/HoldNote";
import { Dock } from "../slots/Dock";
import styles from "./CodeStep.module.css";
import type { useGuestBooking } from "./useGuestBooking";

interface Props {
  booking: ReturnType<typeof useGuestBooking>;
  chosen: BookingSlot;
  timeZone: string;
}

/** A new code for the same address is refused before this. */
const WAIT_SECONDS = 60;

/** The code that was sent to the guest's address. A right one books at once. */
export function CodeStep({ booking, chosen, timeZone }: Props) {
  const { t } = useTranslation();
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const isMistake = error !== null || booking.isWrong;
  // The field has the focus already; its error would stand under the dock.
  useEffect(() => {
    if (isMistake) field.current?.scrollIntoView({ block: "center" });
  }, [isMistake]);

  const handleSubmit = (event?: FormEvent) => {
    event?.preventDefault();
    const isComplete = code.replace(/\D/g, "").length === 6;
    setError(isComplete ? null : t("book.guest.codeShort"));
    if (isComplete) booking.giveCode(code);
  };
  return (
    <form className="stack" onSubmit={handleSubmit} noValidate>
      <p role="status">
        {t("book.guest.sent", { address: booking.stored.includes("@") ? booking.stored : `+${booking.stored}` })}
      </p>
      <HoldNote hold={booking.hold} isFree={!booking.isShort} />
      <FailureNotice failure={booking.failure} onRetry={handleSubmit} />
      <TextField
        ref={field}
        label={t("book.guest.code")}
        hint={t("book.guest.codeHint")}
        error={error ?? (booking.isWrong ? t("book.guest.codeWrong") : null)}
        required
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <p className={styles.others}>
        <Again onPress={booking.sendCode} />
        <Button look="quiet" onClick={booking.goBack}>
          {t("book.guest.back")}
        </Button>
      </p>
      <Dock chosen={chosen} timeZone={timeZone}>
        <Button type="submit" look="primary" size="big" isBusy={booking.isRunning}>
          {t(booking.act)}
        </Button>
      </Dock>
    </form>
  );
}

function Again({ onPress }: { onPress: () => void }) {
  const { t } = useTranslation();
  const [left, setLeft] = useState(WAIT_SECONDS);
  useEffect(() => {
    const timer = setInterval(() => setLeft((seconds) => Math.max(0, seconds - 1)), 1000);
    return () => clearInterval(timer);
  }, []);
  const handlePress = () => {
    setLeft(WAIT_SECONDS);
    onPress();
  };
  return (
    <Button look="quiet" aria-disabled={left > 0} onClick={left > 0 ? undefined : handlePress}>
      {left > 0 ? t("book.guest.againIn", { seconds: left }) : t("book.guest.again")}
    </Button>
  );
}
