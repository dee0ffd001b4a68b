import { Button } from "../../../components/Button";
import type { BoardBooking } from "../../../generated/payloads";
import { markPaid } from "../../../lib/api/day/board";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  booking: Pick<BoardBooking, "id" | "memberName" | "price" | "isPaid">;
}

/** Marks a booking as paid, or takes the mark back; both can be undone. */
export function PaidButton({ booking }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  if (booking.price === null) return null;
  const { id, memberName: name, isPaid } = booking;
  const handlePress = () =>
    run(
      () => markPaid(id, !isPaid),
      t(isPaid ? "day.paid.undone" : "day.paid.done", { name }),
      () => markPaid(id, isPaid),
    );
  return (
    <Button
      size="small"
      look={isPaid ? "soft" : "plain"}
      aria-pressed={isPaid}
      aria-label={t("day.paid.for", { name, price: booking.price })}
      isBusy={isRunning}
      onClick={handlePress}
    >
      {t(isPaid ? "day.paid" : "day.paid.open", { price: booking.price })}
    </Button>
  );
}
