import { useState } from "react";
import { Link } from "react-router";
import { Notice } from "../../../components/feedback/Notice";
import { BackIcon, ForwardIcon } from "../../../components/icons";
import type { BookServicePayload, SlotDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { useOwnClock } from "../../../lib/format/useTimeZone";
import { isSameClock, noonOf, zoneName, zoneOffset } from "../../../lib/format/zones";
import { useTranslation } from "../../../lib/texts";
import { When } from "../When";
import { useChoice, WITHIN } from "./choice";
import { DayPicker } from "./DayPicker";
import { DaySlots } from "./DaySlots";
import { HostPicker } from "./HostPicker";
import { MonthCalendar, MonthLink } from "./MonthCalendar";
import styles from "./SlotCalendar.module.css";
import { Suggestions } from "./Suggestions";

interface Props {
  data: BookServicePayload;
}

/** A week of times, one day of it at a time. */
export function SlotCalendar({ data }: Props) {
  const { t } = useTranslation();
  // A day that was picked holds for the week in which it was.
  const week = data.days[0]?.day ?? data.today;
  const [picked, setPicked] = useState({ week, day: "" });
  const shownDay = picked.week === week && picked.day ? picked.day : firstDay(data);
  const daysWithTimes = data.days.filter((one) => one.slots.length > 0);
  const isEmpty = daysWithTimes.length === 0;
  return (
    <section className={styles.calendar} aria-labelledby="times">
      <WeekTurner data={data} />
      {!data.changing && <HostPicker data={data} />}
      {data.changing && (
        <Notice tone="note">
          {t("book.service.changing")} <When value={data.changing} timeZone={data.service.timeZone} isShort />
        </Notice>
      )}
      {data.month && <MonthCalendar month={data.month} shown={week} />}
      {isEmpty ? (
        <p className={styles.none}>{t("book.service.noneThisWeek")}</p>
      ) : (
        <>
          <DayPicker days={data.days} shown={shownDay} onPick={(day) => setPicked({ week, day })} />
          <div className={styles.days}>
            {daysWithTimes.map((one) => (
              <DaySlots key={one.day} day={one} isShown={one.day === shownDay} data={data} />
            ))}
          </div>
        </>
      )}
      {data.chosenAt === null && <Suggestions data={data} />}
      <div>
        <ZoneNote data={data} />
        {!data.month && <MonthLink week={week} />}
      </div>
    </section>
  );
}

/** The day of the chosen time, else the first one with a free time. */
function firstDay({ days, chosenAt }: BookServicePayload): string | null {
  const isFree = (one: SlotDay) => one.slots.some((slot) => slot.left > 0);
  const chosen = days.find((one) => one.slots.some((slot) => slot.startsAt === chosenAt));
  return (chosen ?? days.find(isFree) ?? days.find((one) => one.slots.length > 0) ?? days[0])?.day ?? null;
}

/** Time zone of the times; and the visitor's own, if it differs. */
function ZoneNote({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const own = useOwnClock();
  const noon = noonOf(data.days[0]?.day ?? data.today);
  const venue = data.service.timeZone;
  return (
    <div className="small soft">
      <p suppressHydrationWarning>{t("book.service.zone", { zone: zoneName(lang, venue, noon) })}</p>
      {(!own.isKnown || !isSameClock(venue, own.zone, noon)) && (
        <p className="own-clock" data-awaited={!own.isKnown || undefined} suppressHydrationWarning>
          {t("book.service.ownZone", { zone: zoneOffset(lang, own.zone, noon) })}
        </p>
      )}
    </div>
  );
}

/** The chosen slot, the shown week, and links to the weeks beside it. */
function WeekTurner({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const choose = useChoice();
  const [first, last] = [data.days[0]?.day ?? data.today, data.days.at(-1)?.day ?? data.today];
  return (
    <div className={styles.head}>
      <div className={styles.titles}>
        <h2 id="times" className={styles.title}>
          {t("book.service.times")}
        </h2>
        <p className="small soft" aria-live="polite">
          <time dateTime={first} suppressHydrationWarning>
            {formatSpan(lang, `${first}T00:00:00Z`, `${last}T00:00:00Z`, "UTC", "shortDate")}
          </time>
        </p>
      </div>
      <nav className={styles.turner} aria-label={t("book.service.weeks")}>
        {data.earlier && (
          <Link
            className={styles.turn}
            to={choose({ from: data.earlier })}
            rel="prev"
            aria-label={t("book.service.earlier")}
            {...WITHIN}
          >
            <BackIcon />
          </Link>
        )}
        {data.later && (
          <Link
            className={styles.turn}
            to={choose({ from: data.later })}
            rel="next"
            aria-label={t("book.service.later")}
            {...WITHIN}
          >
            <ForwardIcon />
          </Link>
        )}
      </nav>
    </div>
  );
}
