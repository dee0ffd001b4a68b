import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { CheckIcon, ClockIcon, CloseIcon, WaitIcon } from "../../../components/icons";
import { AnswerList } from "../../../components/intake/AnswerList";
import { LanguageNote } from "../../../components/LanguageNote";
import { pathTo } from "../../../generated/paths";
import type { BookViewPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { BookingActions } from "./BookingActions";
import { CalendarFeed } from "./CalendarFeed";
import { CourseDates } from "./CourseDates";
import { Payment } from "./Payment";
import { Ticket } from "./Ticket";
import { TicketChannel } from "./TicketChannel";
import styles from "./View.module.css";

/** One booking: when and where, and what can still be done about it. */
export function View({ data }: PageProps<BookViewPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <article className={styles.page}>
      <Link className={styles.back} to={pathTo.book({ lang })}>
        {t("book.service.all")}
      </Link>
      <header className={styles.head}>
        <State data={data} />
        <Title data={data} />
        <LanguageNote shown={data.lang} />
        {data.isConfirmed && !data.isOver && (
          <p className="soft">{t(data.isMine ? "book.view.confirmed" : "book.view.confirmedByMember")}</p>
        )}
        {data.status === "waiting" && <Waiting data={data} />}
      </header>
      <Ticket data={data} />
      {data.dates.length > 1 && <CourseDates data={data} />}
      <Thread data={data} />
      {data.price && data.status !== "cancelled" && <Payment price={data.price} />}
      {data.answers.length > 0 && (
        <section className={styles.answers}>
          <h2>{t("book.intake.answers")}</h2>
          <AnswerList answers={data.answers} link={data.link} isOwn={data.isMine} />
        </section>
      )}
      <BookingActions data={data} />
      {data.status === "cancelled" && data.isMine && data.isActive && (
        <ButtonLink look="primary" to={pathTo.bookService({ lang, serviceId: data.serviceSlug })}>
          {t("book.view.again")}
        </ButtonLink>
      )}
      {data.link && data.channel && !data.isOver && data.status !== "cancelled" && (
        <TicketChannel channel={data.channel} link={data.link} />
      )}
      {data.link && <p className="small soft">{t("book.view.linkNote")}</p>}
      {data.feedPath && <CalendarFeed path={data.feedPath} />}
    </article>
  );
}

interface Props {
  data: BookViewPayload;
}

/** The way to the private thread of the session; for a member who has left it, that it is closed. */
function Thread({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { threadArea, threadPost, linkFrom, status } = data;
  if (threadArea && threadPost)
    return (
      <ButtonLink look="soft" to={pathTo.forumPost({ lang, forumId: threadArea, postId: threadPost })}>
        {t("book.view.thread")}
      </ButtonLink>
    );
  if (data.hasThread && data.isMine && status === "cancelled" && !data.neverBooked)
    return <Notice>{t("book.view.threadClosed")}</Notice>;
  if (data.hasThread && data.link && status === "booked")
    return <p className="small soft">{t("book.view.threadGuest")}</p>;
  if (data.isOnline && linkFrom && !data.onlineUrl && status === "booked" && !data.isOver)
    return (
      <p className="small soft" suppressHydrationWarning>
        {t("book.view.linkFrom", { time: formatMoment(lang, linkFrom, data.timeZone, "dayTime") })}
      </p>
    );
  return null;
}

/** A booking that is coming up greets its member with the day; all others are called by their service. */
function Title({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (data.status === "booked" && data.isMine && !data.isOver) {
    const day = formatMoment(lang, data.startsAt, data.timeZone, "weekday");
    return <h1 suppressHydrationWarning>{t("book.view.seeYou", { day })}</h1>;
  }
  return <h1 lang={data.lang === lang ? undefined : HTML_LANG[data.lang]}>{data.name}</h1>;
}

/** Next step of a booking that is not confirmed: an answer of the staff or of its party, or a free place. */
function Waiting({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const moment = data.requestUntil ?? data.offerUntil;
  const until = moment && formatMoment(lang, moment, data.timeZone, "full");
  if (!until) return <p className="soft">{t("book.view.waiting")}</p>;
  const whose = data.isMine ? "mine" : "others";
  return (
    <p className="soft" suppressHydrationWarning>
      {t(data.requestUntil ? `book.request.until.${whose}` : `book.request.offeredUntil.${whose}`, { until })}
    </p>
  );
}

function useWaitingState(data: BookViewPayload): string {
  const { t } = useTranslation();
  if (data.requestUntil) return t("book.request.state");
  if (data.offerUntil) return t("book.request.offered");
  return t("book.inLine", { position: data.waitingPosition ?? 1 });
}

function State({ data }: Props) {
  const { t } = useTranslation();
  const { status, isOver } = data;
  const waiting = useWaitingState(data);
  const [tone, Icon, text] = data.neverBooked
    ? (["plain", CloseIcon, t("book.view.neverBooked")] as const)
    : status === "cancelled"
      ? (["bad", CloseIcon, t("book.view.cancelled")] as const)
      : isOver
        ? (["plain", ClockIcon, t("book.view.past")] as const)
        : status === "waiting"
          ? (["note", WaitIcon, waiting] as const)
          : (["good", CheckIcon, t("book.view.booked")] as const);
  return (
    <p className={styles.state} data-tone={tone}>
      <Icon size={18} />
      <span>{text}</span>
    </p>
  );
}
