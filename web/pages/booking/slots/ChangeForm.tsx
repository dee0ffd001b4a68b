import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload, ChangingBooking } from "../../../generated/payloads";
import { moveBooking } from "../../../lib/api/booking/holds";
import { useLang } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { HoldNote } from "../hold/HoldNote";
import { useHold } from "../hold/useHold";
import { Dock } from "./Dock";
import { Suggestions } from "./Suggestions";

interface Props {
  data: BookServicePayload;
  changing: ChangingBooking;
  chosen: BookingSlot;
}

/** Moves an existing booking to the chosen time. */
export function ChangeForm({ data, changing, chosen }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(moveBooking);
  const { link } = changing;
  const view = link ? pathTo.bookTicket({ lang, link }) : pathTo.bookView({ lang, bookId: changing.id });
  const isSame = chosen.startsAt === changing.startsAt;
  const hold = useHold(data, chosen, changing.partySize, false);
  const isShort = !isSame && Math.max(chosen.left, hold.left) < changing.partySize;

  const handleChange = async () => {
    const outcome = await run(changing, chosen.startsAt);
    if (outcome?.value) {
      showToast(t(outcome.value.is_request ? "book.done.requested" : "book.done.changed"), { tone: "success" });
      navigate(view, { replace: true });
    } else if (outcome && !outcome.failure?.isRetryable) {
      refresh();
    }
  };

  if (isShort) {
    return (
      <div className="stack" data-part="change">
        <HoldNote hold={hold} isFree={false} />
        <Notice tone="note">{t("book.service.fullForChange")}</Notice>
        <Suggestions data={data} />
      </div>
    );
  }
  return (
    <div className="stack" data-part="change">
      <HoldNote hold={hold} isFree />
      <FailureNotice failure={failure} onRetry={handleChange} />
      {isSame && <p>{t("book.service.sameTime")}</p>}
      {!isSame && data.service.needsConfirmation && <p>{t("book.service.confirms")}</p>}
      <div>
        <ButtonLink to={view}>{t("book.service.keep")}</ButtonLink>
      </div>
      {!isSame && (
        <Dock chosen={chosen} timeZone={data.service.timeZone}>
          <Button look="primary" size="big" isBusy={isRunning} onClick={handleChange}>
            {t("book.service.change")}
          </Button>
        </Dock>
      )}
    </div>
  );
}
