import { useState } from "react";
import { Button, ButtonLink } from "../../../components/Button";
import type { BookServicePayload, SlotDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { useOwnClock } from "../../../lib/format/useTimeZone";
import { isSameClock, noonOf, zoneName, zoneOffset } from "../../../lib/format/zones";
import { useTranslation } from "../../../lib/texts";
import { useChoice, WITHIN } from "./choice";
import { DayPicker } from "./DayPicker";
import { DaySlots } from "./DaySlots";
import { MonthCalendar, MonthLink } from "./MonthCalendar";
import styles from "./SlotCalendar.module.css";
import { Suggestions } from "./Suggestions";

interface Props {
  data: BookServicePayload;
}

/** A week of times: as columns where there is room, one day at a time on a phone, or all of it as a list. */
export function SlotCalendar({ data }: Props) {
  const { t } = useTranslation();
  const [view, setView] = useState<"week" | "list">("week");
  // A day that was picked holds for the week in which it was.
  const week = data.days[0]?.day ?? data.today;
  const [picked, setPicked] = useState({ week, day: "" });
  const shownDay = picked.week === week && picked.day ? picked.day : firstDay(data);
  const isEmpty = data.days.every((one) => one.slots.length === 0);
  return (
    <section className={styles.calendar} aria-labelledby="times" data-view={view}>
      <div className={styles.head}>
        <h2 id="times">{t("book.service.times")}</h2>
        <fieldset className={styles.views}>
          <legend className="visually-hidden">{t("book.service.view")}</legend>
          {(["week", "list"] as const).map((one) => (
            <Button key={one} look="quiet" aria-pressed={view === one} onClick={() => setView(one)}>
              {t(`book.service.view.${one}`)}
            </Button>
          ))}
        </fieldset>
      </div>
      <ZoneNote data={data} />
      {data.month ? <MonthCalendar month={data.month} shown={week} /> : <MonthLink week={week} />}
      <WeekTurner data={data} />
      {isEmpty ? (
        <p className={styles.none}>{t("book.service.noneThisWeek")}</p>
      ) : (
        <>
          <DayPicker days={data.days} shown={shownDay} onPick={(day) => setPicked({ week, day })} />
          <div className={styles.days}>
            {data.days.map((one) => (
              <DaySlots key={one.day} day={one} isShown={one.day === shownDay} data={data} />
            ))}
          </div>
        </>
      )}
      {data.chosenAt === null && <Suggestions data={data} />}
    </section>
  );
}

/** The day of the chosen time, else the first one with a free time. */
function firstDay({ days, chosenAt }: BookServicePayload): string | null {
  const isFree = (one: SlotDay) => one.slots.some((slot) => slot.left > 0);
  const chosen = days.find((one) => one.slots.some((slot) => slot.startsAt === chosenAt));
  return (chosen ?? days.find(isFree) ?? days.find((one) => one.slots.length > 0) ?? days[0])?.day ?? null;
}

/** Whose clock the times are on; and the visitor's own, when it shows something else. */
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

function WeekTurner({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const choose = useChoice();
  const [first, last] = [data.days[0]?.day ?? data.today, data.days.at(-1)?.day ?? data.today];
  return (
    <nav className={styles.turner} aria-label={t("book.service.weeks")}>
      {data.earlier ? (
        <ButtonLink to={choose({ from: data.earlier })} rel="prev" {...WITHIN}>
          {t("book.service.earlier")}
        </ButtonLink>
      ) : (
        <span />
      )}
      <h3 className={styles.week} aria-live="polite">
        <time dateTime={first} suppressHydrationWarning>
          {formatSpan(lang, `${first}T00:00:00Z`, `${last}T00:00:00Z`, "UTC", "shortDate")}
        </time>
      </h3>
      {data.later ? (
        <ButtonLink to={choose({ from: data.later })} rel="next" {...WITHIN}>
          {t("book.service.later")}
        </ButtonLink>
      ) : (
        <span />
      )}
    </nav>
  );
}
