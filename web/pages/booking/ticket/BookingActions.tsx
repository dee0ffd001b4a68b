import { useState } from "react";
import { Button, ButtonAnchor, ButtonLink } from "../../../components/Button";
import { RequestAnswers } from "../../../components/bookings/RequestAnswers";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { CalendarIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import type { BookViewPayload } from "../../../generated/payloads";
import { cancelBooking, restoreBooking } from "../../../lib/api/booking/bookings";
import { acceptOffer } from "../../../lib/api/booking/requests";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { When } from "../When";
import styles from "./BookingActions.module.css";
import { leaving, waitsForCourse } from "./leaving";

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
      {data.askedDates > 0 && <RequestAnswers id={data.id} memberName={data.memberName} dates={data.askedDates} />}
      <div className={styles.acts}>
        {data.offerUntil && data.isMine && <AcceptButton data={data} />}
        {data.status !== "waiting" && !data.neverBooked && !data.isOver && (
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
        {data.canChange && data.isActive && data.dates.length === 0 && (
          <ButtonLink to={pathTo.bookService({ lang, serviceId: data.serviceSlug }, { change: data.link ?? data.id })}>
            {t("book.view.change")}
          </ButtonLink>
        )}
        {data.qr && <Button onClick={() => print()}>{t("book.view.print")}</Button>}
        {/* The staff decline a request. */}
        {data.canChange && (data.isMine || data.askedDates === 0) && !waitsForCourse(data) && (
          <Button look="danger" onClick={() => setAsking(true)}>
            {t(data.dates.length > 1 ? "book.dates.cancelOne" : `book.view.${leaving(data)}`)}
          </Button>
        )}
      </div>
      {data.status === "booked" && !data.isOver && <Rule data={data} />}
      <CancelDialog data={data} isOpen={isAsking} onClose={() => setAsking(false)} />
    </div>
  );
}

function AcceptButton({ data }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  return (
    <Button
      look="primary"
      isBusy={isRunning}
      onClick={() => run(() => acceptOffer(data.id, data.link), t("book.request.accepted"))}
    >
      {t("book.request.accept")}
    </Button>
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
  const kind = leaving(data);

  const handleConfirm = async () => {
    const outcome = await run(data.id, data.link);
    if (!outcome?.value) return;
    onClose();
    offerUndo(t(`book.view.${kind}Done`), () => restoreBooking(data.id, data.link));
    await refresh();
  };

  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(`book.view.${kind}Title`)}
      confirm={t(`book.view.${kind}`)}
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
