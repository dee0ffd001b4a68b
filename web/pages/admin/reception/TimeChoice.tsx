import { useId } from "react";
import type { Course, DeskService, ReceptionPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { formatMoment, formatSpan } from "../../../lib/format/format";
import { type Text, useTranslation } from "../../../lib/texts";
import styles from "./Reception.module.css";
import { WHOLE } from "./useReception";

interface ChoiceProps {
  service: DeskService;
  party: number;
  onChoose: (wanted: string) => void;
}

interface Props extends ChoiceProps {
  data: ReceptionPayload;
  /** The start of a time, or the whole course. */
  chosen: string | null;
}

/** The whole course and the times of the day, full ones included: their button joins the waiting list. */
export function TimeChoice({ data, service, chosen, party, onChoose }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { times, course } = data;
  const isCourse = service.series === "whole";
  return (
    <fieldset className={styles.times}>
      <legend>{t(isCourse ? "book.dates.all" : "book.service.times")}</legend>
      {course?.whole && (
        <CourseChoice course={course} service={service} isChosen={chosen === WHOLE} party={party} onChoose={onChoose} />
      )}
      {isCourse && !course?.whole && <p className="soft">{t("book.dates.none")}</p>}
      {!isCourse && times.length === 0 && <p className="soft">{t("admin.reception.noTimes")}</p>}
      {times.map((time) => (
        <label key={time.startsAt} className={styles.time} data-full={time.left < party || undefined}>
          <input
            type="radio"
            name="time"
            value={time.startsAt}
            checked={time.startsAt === chosen}
            onChange={() => onChoose(time.startsAt)}
          />
          <span suppressHydrationWarning>{formatSpan(lang, time.startsAt, time.endsAt, service.timeZone, "time")}</span>
          <span className="small soft">{placesLeft(t, time.left, service)}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** All dates as one choice. The date with the fewest places decides. */
function CourseChoice({
  course,
  service,
  isChosen,
  party,
  onChoose,
}: ChoiceProps & { course: Course; isChosen: boolean }) {
  const { t } = useTranslation();
  const lang = useLang();
  const id = useId();
  const left = course.whole?.left ?? 0;
  return (
    <div className={styles.course}>
      <label className={styles.time} data-full={left < party || undefined}>
        <input
          type="radio"
          name="time"
          value={WHOLE}
          aria-describedby={id}
          checked={isChosen}
          onChange={() => onChoose(WHOLE)}
        />
        <span>{t("book.dates.whole")}</span>
        <span className="small soft">{t("book.dates.count", { count: course.dates.length })}</span>
        <span className="small soft">{placesLeft(t, left, service)}</span>
      </label>
      <ul id={id} className={styles.dates}>
        {course.dates.map((date) => (
          <li key={date.startsAt}>
            <span suppressHydrationWarning>
              {formatMoment(lang, date.startsAt, service.timeZone, "shortDay")},{" "}
              {formatSpan(lang, date.startsAt, date.endsAt, service.timeZone, "time")}
            </span>
            <span className="soft">{placesLeft(t, date.left, service)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function placesLeft(t: Text, left: number, service: DeskService): string {
  if (left > 0 && service.capacity > 1) return t("book.places", { count: left });
  return t(left > 0 ? "book.service.free" : "book.service.full");
}
