import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { AdminBooking } from "../../../generated/payloads";
import { cancelBooking, restoreBooking } from "../../../lib/api/booking/bookings";
import { useLang, useSite } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "./BookingRow.module.css";

interface Props {
  booking: AdminBooking;
}

/** A booking: time, service, people, and a button to cancel it on the member's behalf. */
export function BookingRow({ booking }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isAsking, setAsking] = useState(false);
  const isActive = booking.status !== "cancelled";
  return (
    <li className={styles.row} data-status={booking.status}>
      <Time booking={booking} />
      <div className={styles.what}>
        <Link className="touch" to={pathTo.bookView({ lang, bookId: booking.id })}>
          {booking.memberName}
        </Link>
        <span lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.serviceName}</span>
        <span className="cluster">
          {booking.partySize > 1 && <Tag>{t("book.people", { count: booking.partySize })}</Tag>}
          {booking.hostName && <Tag>{t("book.with", { name: booking.hostName })}</Tag>}
          {booking.waitingPosition !== null && (
            <Tag tone="note">{t("admin.bookings.inLine", { position: booking.waitingPosition })}</Tag>
          )}
          {booking.status === "cancelled" && <Tag tone="bad">{t("admin.bookings.cancelled")}</Tag>}
        </span>
        {booking.note && <p className={styles.note}>{booking.note}</p>}
      </div>
      {isActive && (
        <Button
          look="danger"
          aria-label={t("admin.bookings.cancelFor", { name: booking.memberName })}
          onClick={() => setAsking(true)}
        >
          {t("admin.bookings.cancel")}
        </Button>
      )}
      <CancelDialog booking={booking} isOpen={isAsking} onClose={() => setAsking(false)} />
    </li>
  );
}

function Time({ booking }: Props) {
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <strong className={styles.time}>
      <time dateTime={booking.startsAt} suppressHydrationWarning>
        {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "time")}
      </time>
    </strong>
  );
}

interface DialogProps extends Props {
  isOpen: boolean;
  onClose: () => void;
}

function CancelDialog({ booking, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(cancelBooking);

  const handleConfirm = async () => {
    const outcome = await run(booking.id);
    if (!outcome?.value) return;
    onClose();
    offerUndo(t("admin.bookings.done", { name: booking.memberName }), () => restoreBooking(booking.id));
    await refresh();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("admin.bookings.cancelFor", { name: booking.memberName })}
      confirm={t("book.view.cancel")}
      isDanger
      isBusy={isRunning}
      failure={failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>
        <strong lang={HTML_LANG[booking.lang]}>{booking.serviceName}</strong>
        <br />
        {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "full")}
      </p>
      <p>{t("book.view.cancelForText", { name: booking.memberName })}</p>
    </ConfirmDialog>
  );
}
