import { useRef, useState } from "react";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextField } from "../../../components/fields/Field";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { type ClosedTime, closeTime, undoClosing } from "../../../lib/api/day/board";
import { useLang, useSite, useVisitor } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { usePreview } from "./usePreview";

const MAX_REASON = 200;

interface Props {
  /** A booking of the session; null: closed. */
  booking: BoardBooking | null;
  data: DayBoardPayload;
  onClose: () => void;
}

/** Cancels one session for everyone who is booked in it. */
export function SessionDialog({ booking, data, onClose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [reason, setReason] = useState("");
  const id = useRef(newId());
  const { run, isRunning, failure } = useAction(closeTime);
  const time = useSessionTime(booking, data);
  const { preview, previewFailure } = usePreview(time, null);

  const handleConfirm = async () => {
    if (!time) return;
    const act = id.current;
    const outcome = await run(act, time, reason.trim());
    if (!outcome?.value) return;
    id.current = newId();
    setReason("");
    onClose();
    offerUndo(t("day.session.done", { count: outcome.value.bookings }), () => undoClosing(act));
    await refresh();
  };

  return (
    <ConfirmDialog
      isOpen={booking !== null}
      title={t("day.session.cancel")}
      confirm={t("day.session.act")}
      isDanger
      isBusy={isRunning}
      failure={failure ?? previewFailure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {booking && (
        <p>
          <strong>{booking.serviceName}</strong>{" "}
          {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "dayTime")}
        </p>
      )}
      <p className="soft">{t("day.session.text")}</p>
      <TextField
        label={t("day.close.reason")}
        hint={t("day.close.reasonHint")}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <p aria-live="polite">
        <strong>{preview && t("day.close.preview", { count: preview.bookings, people: preview.people })}</strong>
      </p>
    </ConfirmDialog>
  );
}

/** Whether a booking is one of a session that the reader can cancel: of a service that is theirs, or held by them. */
export function useMayCancelSession(booking: BoardBooking, data: DayBoardPayload): boolean {
  const own = useVisitor();
  const service = data.services.find(({ id }) => id === booking.serviceId);
  const isOpen = booking.status !== "cancelled" && booking.attendance === null;
  return isOpen && service?.kind === "session" && (service.isWhole || booking.hostId === own?.id);
}

function useSessionTime(booking: BoardBooking | null, data: DayBoardPayload): ClosedTime | null {
  const own = useVisitor();
  if (!booking) return null;
  const isWhole = data.services.some(({ id, isWhole }) => id === booking.serviceId && isWhole);
  return {
    from: booking.startsAt,
    until: booking.endsAt,
    service: booking.serviceId,
    host: isWhole ? null : (own?.id ?? null),
  };
}
