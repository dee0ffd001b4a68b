import { useState } from "react";
import { restoreBooking } from "../../lib/api/booking/bookings";
import { confirmBooking, declineBooking } from "../../lib/api/booking/requests";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useUndo } from "../../lib/requests/useUndo";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { TextField } from "../fields/Field";

interface Props {
  id: string;
  memberName: string;
  /** More than one: of a course, with one answer. */
  dates: number;
  size?: "small";
}

const MAX_REASON = 200;

/** The two answers to a request. Confirming takes one press; declining asks for a reason, and can be undone. */
export function RequestAnswers({ id, memberName, dates, size }: Props) {
  const { t } = useTranslation();
  const [isDeclining, setDeclining] = useState(false);
  const { run, isRunning } = useQuickAction();
  return (
    <>
      {dates > 1 && <p className="small soft">{t("book.request.forCourse", { count: dates })}</p>}
      <div className="cluster">
        <Button
          look="primary"
          size={size}
          isBusy={isRunning}
          aria-label={t("book.request.confirmOf", { name: memberName })}
          onClick={() => run(() => confirmBooking(id), t("book.request.confirmed", { name: memberName }))}
        >
          {t("book.request.confirm")}
        </Button>
        <Button
          look="danger"
          size={size}
          aria-label={t("book.request.declineOf", { name: memberName })}
          onClick={() => setDeclining(true)}
        >
          {t("book.request.decline")}
        </Button>
      </div>
      <DeclineDialog
        id={id}
        memberName={memberName}
        dates={dates}
        isOpen={isDeclining}
        onClose={() => setDeclining(false)}
      />
    </>
  );
}

interface DialogProps extends Props {
  isOpen: boolean;
  onClose: () => void;
}

function DeclineDialog({ id, memberName, dates, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(declineBooking);
  const handleConfirm = async () => {
    if (!(await run(id, reason))?.value) return;
    onClose();
    offerUndo(t("book.request.declined", { name: memberName }), () => restoreBooking(id));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t("book.request.declineTitle", { name: memberName })}
      confirm={t("book.request.decline")}
      isDanger
      isBusy={isRunning}
      failure={failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      {dates > 1 && <p>{t("book.request.forCourse", { count: dates })}</p>}
      <TextField
        label={t("book.request.reason")}
        hint={t("book.request.reasonHint")}
        maxLength={MAX_REASON}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </ConfirmDialog>
  );
}
