import { Button, ButtonLink } from "../../../components/Button";
import { Dialog } from "../../../components/dialogs/Dialog";
import { AnswerList } from "../../../components/intake/AnswerList";
import { pathTo } from "../../../generated/paths";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { useMayCancelSession } from "../acts/SessionDialog";
import { MoveForm } from "./MoveForm";
import { Notes } from "./Notes";
import { PaidButton } from "./PaidButton";
import type { Move } from "./useMove";

interface Props {
  booking: BoardBooking | null;
  data: DayBoardPayload;
  move: Move;
  onCancelSession: (booking: BoardBooking) => void;
  onClose: () => void;
}

/** Everything about one booking: contact, notes of staff, another time, and its own page. */
export function BookingDialog(props: Props) {
  const { booking, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={booking !== null}
      title={booking?.memberName}
      foot={<Button onClick={onClose}>{t("common.close")}</Button>}
      onClose={onClose}
    >
      {booking && <Details key={booking.id} {...props} booking={booking} />}
    </Dialog>
  );
}

interface DetailsProps extends Props {
  booking: BoardBooking;
}

function Details({ booking, data, move, onCancelSession, onClose }: DetailsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const mayCancelSession = useMayCancelSession(booking, data);
  return (
    <>
      <p className="facts">
        <strong suppressHydrationWarning>
          {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "dayTime")}
        </strong>
        <span lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.serviceName}</span>
        {booking.hostName && <span>{booking.hostName}</span>}
        {booking.contact && <Contact contact={booking.contact} />}
        {booking.confirmedAt && (
          <span suppressHydrationWarning>
            {t("day.confirmedAt", { time: formatMoment(lang, booking.confirmedAt, timeZone, "dayTime") })}
          </span>
        )}
        {booking.attendanceBy && <span>{t("day.markedBy", { name: booking.attendanceBy })}</span>}
      </p>
      {booking.status !== "cancelled" && <PaidButton booking={booking} />}
      <AnswerList answers={booking.answers} />
      <Notes booking={booking} />
      {booking.status === "booked" && booking.attendance === null && (
        <MoveForm booking={booking} data={data} move={move} onMoved={onClose} />
      )}
      <p className="cluster">
        <ButtonLink size="small" to={pathTo.bookView({ lang, bookId: booking.id })}>
          {t("day.ticket")}
        </ButtonLink>{" "}
        {booking.threadArea && booking.threadPost && (
          <ButtonLink
            size="small"
            to={pathTo.forumPost({ lang, forumId: booking.threadArea, postId: booking.threadPost })}
          >
            {t("day.thread")}
          </ButtonLink>
        )}
        {mayCancelSession && (
          <Button size="small" onClick={() => onCancelSession(booking)}>
            {t("day.session.cancel")}
          </Button>
        )}
      </p>
    </>
  );
}

function Contact({ contact }: { contact: string }) {
  return <a href={contact.includes("@") ? `mailto:${contact}` : `tel:${contact}`}>{contact}</a>;
}
