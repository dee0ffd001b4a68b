import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Tag } from "../../../components/Tag";
import type { BoardBooking } from "../../../generated/payloads";
import { markPaid } from "../../../lib/api/day/board";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  booking: Pick<BoardBooking, "id" | "price" | "isPaid">;
}

/**
 * Whether a booking is paid, and the act that marks it or takes the mark back. Both stand in a dialog, which covers
 * toasts: the state and an error are shown here.
 */
export function PaidButton({ booking }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(markPaid);
  const { id, price, isPaid } = booking;
  if (price === null) return null;
  const handlePress = async () => {
    if (await run(id, !isPaid)) await refresh();
  };
  return (
    <div className="stack">
      <p className="cluster">
        <span role="status">
          <Tag tone={isPaid ? "good" : "note"}>{t(isPaid ? "day.paid" : "day.paid.open", { price })}</Tag>
        </span>
        <Button size="small" look={isPaid ? "quiet" : "plain"} isBusy={isRunning} onClick={handlePress}>
          {t(isPaid ? "day.paid.unmark" : "day.paid.mark")}
        </Button>
      </p>
      <FailureNotice failure={failure} />
    </div>
  );
}
