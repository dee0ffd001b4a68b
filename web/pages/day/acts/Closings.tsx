import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import type { BoardClosing } from "../../../generated/payloads";
import { undoClosing } from "../../../lib/api/day/board";
import { useLang, useSite } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../day.module.css";

interface Props {
  closings: readonly BoardClosing[];
}

/** The closed times of the days shown, each with its undo within an hour. */
export function Closings({ closings }: Props) {
  if (closings.length === 0) return null;
  return (
    <div className={styles.closings}>
      {closings.map((closing) => (
        <Closing key={closing.id} closing={closing} />
      ))}
    </div>
  );
}

interface ClosingProps {
  closing: BoardClosing;
}

function Closing({ closing }: ClosingProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const refresh = useRefresh();
  const { run, isRunning } = useAction(undoClosing);
  const what = closing.hostName ?? closing.serviceName ?? t("day.close.all");
  // Until midnight is the day's own end.
  const end = new Date(Date.parse(closing.endsAt) - 1).toISOString();

  const handleUndo = async () => {
    const outcome = await run(closing.id);
    if (!outcome) return;
    if (outcome.failure) showToast(t(outcome.failure.key), { tone: "error" });
    else {
      const { bookings, restored } = outcome.value;
      const left = bookings - restored;
      showToast(t(left ? "day.close.undoneSome" : "day.close.undone", { count: restored, left }), {
        tone: left ? "info" : "success",
      });
    }
    await refresh();
  };

  return (
    <Notice
      tone="note"
      action={
        closing.canUndo && (
          <Button size="small" isBusy={isRunning} onClick={handleUndo}>
            {t("day.close.undo")}
          </Button>
        )
      }
    >
      <strong>
        {closing.colleagueName
          ? t("day.handOver.closed", { what, name: closing.colleagueName })
          : t("day.closed", { what })}
      </strong>{" "}
      <span suppressHydrationWarning>{formatSpan(lang, closing.startsAt, end, timeZone, "dayTime")}</span>
      {closing.reason && <> · {closing.reason}</>}
    </Notice>
  );
}
