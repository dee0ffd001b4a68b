import { Link } from "react-router";
import { ButtonLink } from "../../../components/Button";
import { BackIcon, ForwardIcon } from "../../../components/icons";
import type { BookingMonth, MonthDay } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatDay, formatNumber, formatWeekday } from "../../../lib/format/format";
import { useTranslation } from "../../../lib/texts";
import { useChoice, WITHIN } from "./choice";
import styles from "./MonthCalendar.module.css";

const WEEKDAYS = [1, 2, 3, 4, 5, 6, 7];

interface LinkProps {
  /** The first day that the page shows. */
  week: string;
}

/** Opens the month of the week that is shown. */
export function MonthLink({ week }: LinkProps) {
  const { t } = useTranslation();
  const choose = useChoice();
  return (
    <p className="small">
      <Link to={choose({ month: monthOf(week) })} {...WITHIN}>
        {t("book.service.month")}
      </Link>
    </p>
  );
}

interface Props {
  month: BookingMonth;
  shown: string;
}

/** A month at a glance: a day with room leads to its times. All of it are links, so it works without scripts too. */
export function MonthCalendar({ month, shown }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const choose = useChoice();
  const first = month.days[0]?.day ?? shown;
  return (
    <nav className={styles.month} aria-label={t("book.service.monthLabel")}>
      <div className={styles.head}>
        <Turn to={month.earlier} label={t("book.service.monthEarlier")} Icon={BackIcon} />
        <strong aria-live="polite" suppressHydrationWarning>
          {formatDay(lang, first, "month")}
        </strong>
        <Turn to={month.later} label={t("book.service.monthLater")} Icon={ForwardIcon} />
      </div>
      <ol className={styles.days} style={{ "--first": weekdayOf(first) }}>
        {WEEKDAYS.map((weekday) => (
          <li key={weekday} className={styles.weekday} aria-hidden="true" suppressHydrationWarning>
            {formatWeekday(lang, weekday, "shortWeekday")}
          </li>
        ))}
        {month.days.map((one) => (
          <Day key={one.day} one={one} isShown={one.day === shown} />
        ))}
      </ol>
      <p className="small">
        <Link to={choose({ month: null })} {...WITHIN}>
          {t("book.service.monthClose")}
        </Link>
      </p>
    </nav>
  );
}

interface TurnProps {
  to: string | null;
  label: string;
  Icon: typeof BackIcon;
}

function Turn({ to, label, Icon }: TurnProps) {
  const choose = useChoice();
  if (!to) return <span />;
  return (
    <ButtonLink look="quiet" to={choose({ month: monthOf(to) })} aria-label={label} {...WITHIN}>
      <Icon />
    </ButtonLink>
  );
}

interface DayProps {
  one: MonthDay;
  isShown: boolean;
}

function Day({ one, isShown }: DayProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const choose = useChoice();
  const number = formatNumber(lang, Number(one.day.slice(8)));
  if (one.free === 0) return <li className={styles.none}>{number}</li>;
  const label = t("book.service.monthDay", {
    day: formatDay(lang, one.day),
    times: t("book.freeTimes", { count: one.free }),
  });
  return (
    <li>
      <Link
        className={styles.day}
        to={choose({ from: one.day, at: null, month: null })}
        aria-label={label}
        aria-current={isShown ? "date" : undefined}
        suppressHydrationWarning
        {...WITHIN}
      >
        {number}
      </Link>
    </li>
  );
}

/** 2026-11-20 → 2026-11 */
function monthOf(day: string): string {
  return day.slice(0, 7);
}

/** 1 is Monday, 7 is Sunday. */
function weekdayOf(day: string): number {
  return new Date(`${day}T00:00:00Z`).getUTCDay() || 7;
}
