import { Button, ButtonLink } from "../../components/Button";
import { Notice } from "../../components/feedback/Notice";
import { PageHead } from "../../components/parts/Heads";
import { pathTo } from "../../generated/paths";
import type { CheckInPayload } from "../../generated/payloads";
import { markAttendance } from "../../lib/api/day/board";
import { useLang } from "../../lib/context";
import { formatMoment, formatSpan } from "../../lib/format/format";
import { HTML_LANG } from "../../lib/i18n";
import type { PageProps } from "../../lib/page";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import { AttendanceButtons } from "./board/AttendanceButtons";
import styles from "./day.module.css";

/** Page behind the code of a ticket for staff: the booking, and a button for the arrival if it is today's. */
export function CheckIn({ data }: PageProps<CheckInPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const isOpen = data.status === "booked" && data.isToday;
  return (
    <article className={styles.checkIn} data-state={data.attendance ?? undefined}>
      <PageHead eyebrow={t("day.checkIn.title")} title={data.memberName} />
      <State data={data} />
      <dl className={styles.facts}>
        <div>
          <dt>{t("day.checkIn.time")}</dt>
          <dd suppressHydrationWarning>{formatSpan(lang, data.startsAt, data.endsAt, data.timeZone, "dayTime")}</dd>
        </div>
        <div>
          <dt>{t("day.service")}</dt>
          <dd lang={data.lang === lang ? undefined : HTML_LANG[data.lang]}>{data.serviceName}</dd>
        </div>
        {data.hostName && (
          <div>
            <dt>{t("day.host")}</dt>
            <dd>{data.hostName}</dd>
          </div>
        )}
        {data.partySize > 1 && (
          <div>
            <dt>{t("day.party")}</dt>
            <dd>{data.partySize}</dd>
          </div>
        )}
      </dl>
      {data.note && <p>{data.note}</p>}
      {isOpen && data.attendance === null && <ArrivalButton data={data} />}
      {isOpen && <AttendanceButtons booking={data} />}
      <p>
        <ButtonLink to={pathTo.day({ lang }, { day: data.today })}>{t("day.checkIn.board")}</ButtonLink>
      </p>
    </article>
  );
}

/** Opening the address marks nothing: a browser may open it again by itself. A toast undoes the mark. */
function ArrivalButton({ data }: { data: CheckInPayload }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const mark = () =>
    run(
      () => markAttendance(data.id, "arrived"),
      t("day.done.arrived", { name: data.memberName }),
      () => markAttendance(data.id, null),
    );
  return (
    <Button look="primary" size="big" isWide isBusy={isRunning} onClick={mark}>
      {t("day.checkIn.mark")}
    </Button>
  );
}

function State({ data }: { data: CheckInPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  if (data.status !== "booked") return <Notice tone="bad">{t(`day.checkIn.${data.status}`)}</Notice>;
  if (data.attendance && data.attendanceAt) {
    const time = formatMoment(lang, data.attendanceAt, data.timeZone, "time");
    const state = t(`day.attendance.${data.attendance}`);
    return <Notice tone={data.attendance === "no_show" ? "bad" : "good"}>{t("day.markedAt", { state, time })}</Notice>;
  }
  if (!data.isToday) return <Notice tone="note">{t("day.checkIn.otherDay")}</Notice>;
  return null;
}
