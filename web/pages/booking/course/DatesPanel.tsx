import { Button, ButtonLink } from "../../../components/Button";
import { DateBlock } from "../../../components/parts/DateBlock";
import { pathTo } from "../../../generated/paths";
import type { BookingSlot, BookServicePayload, Course } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { loadPartTexts } from "../../../lib/i18n";
import { findLang } from "../../../lib/page";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import { leftOf } from "../hold/ownHold";
import { useChoice, WITHIN } from "../slots/choice";
import styles from "./DatesPanel.module.css";
import { wholeAct } from "./wholeAct";

interface Props {
  data: BookServicePayload;
  course: Course;
}

/** The dates of a course or an event, each with its free places, and below them the way to book the whole. */
function DatesPanel({ data, course }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <section aria-labelledby="dates" data-part="dates">
        <h2 id="dates" className={styles.heading}>
          {t("book.dates.all")}
        </h2>
        {course.dates.length === 0 && <p>{t("book.dates.none")}</p>}
        <ul className="rows">
          {course.dates.map((date) => (
            <DateRow key={date.startsAt} date={date} data={data} course={course} />
          ))}
        </ul>
      </section>
      {course.series !== "single" && course.whole && <Whole data={data} course={course} />}
    </>
  );
}

function DateRow({ date, data, course }: Props & { date: BookingSlot }) {
  const { t } = useTranslation();
  const lang = useLang();
  const choose = useChoice();
  const { timeZone } = data.service;
  const { startsAt, endsAt, bookingId } = date;
  const day = formatMoment(lang, startsAt, timeZone, "day");
  return (
    <li className={styles.row}>
      <DateBlock value={startsAt} timeZone={timeZone} />
      <div suppressHydrationWarning>
        <time dateTime={startsAt}>
          <strong>{day}</strong>
          <span className={styles.time}>{formatSpan(lang, startsAt, endsAt, timeZone, "time")}</span>
        </time>
        <span className="small soft">{useDateState(date)}</span>
      </div>
      {bookingId ? (
        <ButtonLink size="small" look="quiet" to={pathTo.bookView({ lang, bookId: bookingId })}>
          {t("book.service.seeMine")}
        </ButtonLink>
      ) : (
        course.series !== "whole" && (
          <ButtonLink
            size="small"
            look={course.series === "single" ? "primary" : "soft"}
            to={choose({ at: startsAt })}
            {...WITHIN}
            aria-label={t(date.left > 0 ? "book.dates.bookDay" : "book.dates.waitDay", { day })}
          >
            {t(date.left > 0 ? "book.dates.book" : "book.dates.wait")}
          </ButtonLink>
        )
      )}
    </li>
  );
}

function useDateState(date: BookingSlot): string {
  const { t } = useTranslation();
  const left = leftOf(date);
  if (date.status === "waiting") return t(date.isRequest ? "book.service.asked" : "book.service.waitingHere");
  if (date.bookingId) return t("book.service.yours");
  if (left > 0) return t("book.places", { count: left });
  return date.waiting > 0 ? t("book.service.fullWaiting", { count: date.waiting }) : t("book.service.full");
}

const loadForm = () => import("./WholeForm").then((module) => module.WholeForm);

/** The whole course: its form comes when it is wanted. */
function Whole({ data, course }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const form = usePart(loadForm);
  return (
    <section className={styles.whole} aria-labelledby="whole">
      <h2 id="whole" className={styles.heading}>
        {t("book.dates.whole")}
      </h2>
      {course.own ? (
        <p>
          {t("book.dates.mine")}{" "}
          <ButtonLink size="small" to={pathTo.bookView({ lang, bookId: course.own })}>
            {t("book.service.seeMine")}
          </ButtonLink>
        </p>
      ) : (
        <>
          <p>{t("book.dates.wholeText", { count: course.dates.length })}</p>
          {form.Part ? (
            <form.Part data={data} course={course} />
          ) : (
            <div>
              <Button look="primary" size="big" onClick={form.want}>
                {t(wholeAct(data.service))}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  );
}

/** Few services are courses. In the browser its texts come with it; the server has all. */
export async function load() {
  if (typeof location !== "undefined") await loadPartTexts(findLang(location.pathname) ?? "en", "ticket");
  return DatesPanel;
}
