import { Button, ButtonLink } from "../../../components/Button";
import { Dialog } from "../../../components/dialogs/Dialog";
import { pathTo } from "../../../generated/paths";
import type { BoardBooking, DayBoardPayload } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { MoveForm } from "./MoveForm";
import { Notes } from "./Notes";
import type { Move } from "./useMove";

interface Props {
  booking: BoardBooking | null;
  data: DayBoardPayload;
  move: Move;
  onClose: () => void;
}

/** Everything about one booking: contact, notes of staff, another time, and its own page. */
export function BookingDialog({ booking, data, move, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Dialog
      isOpen={booking !== null}
      title={booking?.memberName}
      foot={<Button onClick={onClose}>{t("common.close")}</Button>}
      onClose={onClose}
    >
      {booking && <Details key={booking.id} booking={booking} data={data} move={move} onClose={onClose} />}
    </Dialog>
  );
}

interface DetailsProps extends Props {
  booking: BoardBooking;
}

function Details({ booking, data, move, onClose }: DetailsProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  return (
    <>
      <p className="facts">
        <strong suppressHydrationWarning>
          {formatSpan(lang, booking.startsAt, booking.endsAt, timeZone, "dayTime")}
        </strong>
        <span lang={booking.lang === lang ? undefined : HTML_LANG[booking.lang]}>{booking.serviceName}</span>
        {booking.hostName && <span>{booking.hostName}</span>}
        {booking.contact && <Contact contact={booking.contact} />}
        {booking.attendanceBy && <span>{t("day.markedBy", { name: booking.attendanceBy })}</span>}
      </p>
      <Notes booking={booking} />
      {booking.status === "booked" && booking.attendance === null && (
        <MoveForm booking={booking} data={data} move={move} onMoved={onClose} />
      )}
      <p>
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
      </p>
    </>
  );
}

function Contact({ contact }: { contact: string }) {
  return <a href={contact.includes("@") ? `mailto:${contact}` : `tel:${contact}`}>{contact}</a>;
}
