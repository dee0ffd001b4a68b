import { useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { BookedDate, BookViewPayload } from "../../../generated/payloads";
import { cancelSeries, restoreSeries } from "../../../lib/api/booking/series";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { useNow } from "../../../lib/format/useNow";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "./CourseDates.module.css";
import { leaving, waitsForCourse } from "./leaving";

interface Props {
  data: BookViewPayload;
}

/** All dates of a course that was booked as a whole, each with its own ticket, and the way to give up all of them. */
export function CourseDates({ data }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const now = useNow();
  const left = data.dates.filter((date) => date.status !== "cancelled" && Date.parse(date.startsAt) > now);
  return (
    <section className={styles.dates} aria-labelledby="course-dates">
      <h2 id="course-dates">{t("book.dates.yours")}</h2>
      <ol className="rows">
        {data.dates.map((date) => (
          <DateRow key={date.id} date={date} data={data} />
        ))}
      </ol>
      {left.length > 1 && (data.isMine || data.askedDates === 0) && (
        <div>
          <Button look="danger" onClick={() => setAsking(true)}>
            {t(waitsForCourse(data) ? `book.view.${leaving(data)}` : "book.dates.cancelAll")}
          </Button>
        </div>
      )}
      <CancelDialog data={data} count={left.length} isOpen={isAsking} onClose={() => setAsking(false)} />
    </section>
  );
}

function DateRow({ date, data }: Props & { date: BookedDate }) {
  const { t } = useTranslation();
  const lang = useLang();
  const when = (
    <span suppressHydrationWarning>
      {formatMoment(lang, date.startsAt, data.timeZone, "shortDay")},{" "}
      {formatSpan(lang, date.startsAt, date.endsAt, data.timeZone, "time")}
    </span>
  );
  const address = date.link ? pathTo.bookTicket({ lang, link: date.link }) : pathTo.bookView({ lang, bookId: date.id });
  return (
    <li className={styles.row}>
      {date.id === data.id ? <strong aria-current="page">{when}</strong> : <Link to={address}>{when}</Link>}
      {date.status === "cancelled" && <Tag tone="bad">{t("book.dates.cancelled")}</Tag>}
      {date.status === "waiting" && !data.offerUntil && (
        <Tag tone="note">{t(data.requestUntil ? "book.service.asked" : "book.service.waitingHere")}</Tag>
      )}
    </li>
  );
}

interface DialogProps extends Props {
  count: number;
  isOpen: boolean;
  onClose: () => void;
}

function CancelDialog({ data, count, isOpen, onClose }: DialogProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(cancelSeries);
  // Of the line, a request or an offer; null: a place.
  const kind = waitsForCourse(data) ? leaving(data) : null;
  const handleConfirm = async () => {
    if (!(await run(data.id, data.link))?.value) return;
    onClose();
    offerUndo(t(kind ? `book.view.${kind}Done` : "book.dates.allCancelled"), () => restoreSeries(data.id, data.link));
    await refresh();
  };
  return (
    <ConfirmDialog
      isOpen={isOpen}
      title={t(kind ? `book.view.${kind}Title` : "book.dates.cancelTitle")}
      confirm={t(kind ? `book.view.${kind}` : "book.dates.cancelAll")}
      isDanger
      isBusy={isRunning}
      failure={failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <p>{t("book.dates.cancelText", { count })}</p>
    </ConfirmDialog>
  );
}
