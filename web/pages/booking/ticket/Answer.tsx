import { Button, ButtonLink } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { LanguageNote } from "../../../components/LanguageNote";
import { DateBlock } from "../../../components/parts/DateBlock";
import { pathTo } from "../../../generated/paths";
import type { BookAnswerPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { HTML_LANG } from "../../../lib/i18n";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { When } from "../When";
import styles from "./Answer.module.css";

/** Where the links in reminders lead. A plain form: it works without a session and without scripts. */
export function Answer({ data }: PageProps<BookAnswerPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isComing = data.status === "booked" && !data.isOver;
  const title = data.offerUntil
    ? t("book.request.offered")
    : !isComing
      ? t("book.view.title")
      : data.asks === "accept" || (data.isConfirmed && data.asks === "confirm")
        ? t("book.view.seeYou", { day: formatMoment(lang, data.startsAt, data.timeZone, "weekday") })
        : t(data.asks === "cancel" && data.canCancel ? "book.answer.asksCancel" : "book.answer.asks");
  return (
    <article className={styles.page}>
      <h1 suppressHydrationWarning>{title}</h1>
      {data.failed && <Notice tone="bad">{t(`book.answer.failed.${data.failed}`)}</Notice>}
      <Facts data={data} />
      <State data={data} />
      <Answers data={data} />
      {data.status === "cancelled" && (
        <ButtonLink to={pathTo.bookService({ lang, serviceId: data.serviceSlug })}>{t("book.view.again")}</ButtonLink>
      )}
    </article>
  );
}

interface Props {
  data: BookAnswerPayload;
}

function Facts({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const textLang = data.lang === lang ? undefined : HTML_LANG[data.lang];
  return (
    <div className={styles.facts}>
      <DateBlock value={data.startsAt} timeZone={data.timeZone} />
      <div>
        <h2 className={styles.name} lang={textLang}>
          {data.name}
        </h2>
        <LanguageNote shown={data.lang} />
        {data.dates.length < 2 && <When value={data} timeZone={data.timeZone} />}
        {data.dates.length > 1 && <Dates data={data} />}
        {data.place && <p lang={textLang}>{data.place}</p>}
        {data.partySize > 1 && <p className="small soft">{t("book.people", { count: data.partySize })}</p>}
      </div>
    </div>
  );
}

/** Of a course: the answer is for all of them. */
function Dates({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <>
      <p>{t("book.dates.count", { count: data.dates.length })}</p>
      <ul className={styles.dates} suppressHydrationWarning>
        {data.dates.map((date) => (
          <li key={date}>
            <time dateTime={date}>{formatMoment(lang, date, data.timeZone, "full")}</time>
          </li>
        ))}
      </ul>
    </>
  );
}

function State({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  if (data.isOver) return <Notice>{t("book.view.past")}</Notice>;
  if (data.status === "cancelled") return <Notice>{t("book.answer.cancelled")}</Notice>;
  if (data.offerUntil) {
    const until = formatMoment(lang, data.offerUntil, data.timeZone, "full");
    return (
      <p className="soft" suppressHydrationWarning>
        {t("book.request.offeredUntil.mine", { until })}
      </p>
    );
  }
  if (data.status === "waiting")
    return <Notice tone="note">{t(data.isRequest ? "book.request.state" : "book.view.waiting")}</Notice>;
  const until = formatMoment(lang, data.cancelUntil, data.timeZone, "full");
  return (
    <>
      {data.isConfirmed && <Notice tone="good">{t("book.answer.confirmed")}</Notice>}
      <p className="small soft" suppressHydrationWarning>
        {t(data.canCancel ? "book.view.changeUntil" : "book.view.tooLate", { until })}
      </p>
    </>
  );
}

/** One button for each answer that is possible now; the one that the link in the message asked for comes first. */
function Answers({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const isComing = data.status === "booked" && !data.isOver;
  const isCancelFirst = data.asks === "cancel" && data.canCancel;
  const confirm = isComing && !data.isConfirmed && (
    <Button key="confirm" type="submit" name="answer" value="confirm" look={isCancelFirst ? "plain" : "primary"}>
      {t("book.answer.confirm")}
    </Button>
  );
  const accept = data.offerUntil && (
    <Button key="accept" type="submit" name="answer" value="accept" look={isCancelFirst ? "plain" : "primary"}>
      {t("book.request.accept")}
    </Button>
  );
  const cancel = !data.isOver && data.canCancel && (
    <Button key="cancel" type="submit" name="answer" value="cancel" look="danger">
      {t(
        data.offerUntil
          ? "book.view.declineOffer"
          : data.isRequest
            ? "book.view.withdraw"
            : data.status === "waiting"
              ? "book.view.leave"
              : "book.answer.cancel",
      )}
    </Button>
  );
  const restore = data.canRestore && (
    <Button key="restore" type="submit" name="answer" value="restore" look="primary">
      {t("book.answer.restore")}
    </Button>
  );
  // After accepting an offer there is nothing to ask: the next message has its own links.
  const isAccepted = isComing && data.asks === "accept";
  if (isAccepted || (!confirm && !accept && !cancel && !restore)) return null;
  return (
    <form className={styles.answers} method="post" action={`/book/view/answer?link=${data.link}`}>
      <input type="hidden" name="lang" value={lang} />
      {isCancelFirst ? [cancel, accept, confirm] : [accept, confirm, cancel]}
      {restore}
    </form>
  );
}
