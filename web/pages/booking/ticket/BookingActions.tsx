import { useState } from "react";
import { Button, ButtonAnchor, ButtonLink } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { CalendarIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import type { BookViewPayload } from "../../../generated/payloads";
import { cancelBooking, restoreBooking } from "../../../lib/api/booking/bookings";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { When } from "../When";
import styles from "./BookingActions.module.css";

interface Props {
  data: BookViewPayload;
}

/** Calendar file, another time, cancel: the cancellation rule is shown beforehand. */
export function BookingActions({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isAsking, setAsking] = useState(false);
  return (
    <div className={styles.actions}>
      <div className={styles.acts}>
        {data.status !== "waiting" && !data.isOver && (
          // A download: the router has no page for it.
          <ButtonAnchor
            look={data.status === "booked" ? "primary" : "plain"}
            href={data.calendarPath}
            download="booking.ics"
          >
            <CalendarIcon size={20} />
            {t(data.status === "cancelled" ? "book.view.removeFromCalendar" : "book.view.calendar")}
          </ButtonAnchor>
        )}
        {data.canChange && data.isActive && (
          <ButtonLink to={pathTo.bookService({ lang, serviceId: data.serviceSlug }, { change: data.link ?? data.id })}>
            {t("book.view.change")}
          </ButtonLink>
        )}
        {data.qr && <Button onClick={() => print()}>{t("book.view.print")}</Button>}
        {data.canChange && (
          <Button look="danger" onClick={() => setAsking(true)}>
            {t(data.status === "waiting" ? "book.view.leave" : "book.view.cancel")}
          </Button>
        )}
      </div>
      {data.status === "booked" && !data.isOver && <Rule data={data} />}
      <CancelDialog data={data} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

function Rule({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const until = formatMoment(lang, data.changeUntil, data.timeZone, "full");
  return (
    <p className={styles.rule} suppressHydrationWarning>
      {t(data.canChange ? "book.view.changeUntil" : "book.view.tooLate", { until })}
    </p>
  );
}

interface DialogProps extends Props {
  isOpen: boolean;
  onClose: () => void;
}

function CancelDialog({ data, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(cancelBooking);
  const isWaiting = data.status === "waiting";

  const handleConfirm = async () => {
    const outcome = await run(data.id, data.link);
    if (!outcome?.value) return;
    onClose();
    offerUndo(t(isWaiting ? "book.done.left" : "book.done.cancelled"), () => restoreBooking(data.id, data.link));
    await refresh();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(isWaiting ? "book.view.leaveTitle" : "book.view.cancelTitle")}
      confirm={t(isWaiting ? "book.view.leave" : "book.view.cancel")}
      isDanger
      isBusy={isRunning}
      failure={failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <When value={data} timeZone={data.timeZone} />
      {data.status === "booked" && <Rule data={data} />}
      <p>{t(data.isMine ? "book.view.cancelText" : "book.view.cancelForText", { name: data.memberName })}</p>
    </ConfirmDialog>
  );
}
