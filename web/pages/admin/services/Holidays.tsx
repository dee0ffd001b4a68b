import { useRef, useState } from "react";
import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { CheckField } from "../../../components/fields/Field";
import { DateBlock } from "../../../components/parts/DateBlock";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { SuggestedHoliday } from "../../../generated/payloads";
import { closeHoliday, openHoliday, setHolidayRegions } from "../../../lib/api/booking/services";
import { useLang } from "../../../lib/context";
import { formatDay, separatorIn } from "../../../lib/format/format";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "./Holidays.module.css";

const STATES = Array.from({ length: 16 }, (_, n) => `my-${String(n + 1).padStart(2, "0")}`);
const REGIONS = ["sg", "vn", "lunar", ...STATES];

interface Props {
  holidays: readonly SuggestedHoliday[];
  regions: readonly string[];
}

/** Public holidays of the chosen regions in the coming year. None is closed by itself: one press closes a day, one opens it. */
export function Holidays({ holidays, regions }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.holidays} aria-labelledby="holidays">
      <h2 id="holidays">{t("admin.holidays.title")}</h2>
      <p className="soft measure">{t("admin.holidays.text")}</p>
      <Regions regions={regions} />
      {holidays.length > 0 && (
        <ul className="rows">
          {holidays.map((holiday) => (
            <HolidayRow key={`${holiday.day} ${holiday.closed}`} holiday={holiday} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Regions({ regions }: Pick<Props, "regions">) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(setHolidayRegions);
  // The box that was pressed shows it at once.
  const [wanted, setWanted] = useState(regions);
  // Open until the page is left: several may be chosen.
  const [isFirst] = useState(regions.length === 0);
  const change = async (region: string, isChosen: boolean) => {
    const next = isChosen ? [...wanted, region] : wanted.filter((one) => one !== region);
    setWanted(next);
    const outcome = await run(next);
    if (outcome?.failure === null) await refresh();
    else setWanted(wanted);
  };
  return (
    <details className={styles.regions} open={isFirst}>
      <summary>
        {t("admin.holidays.regions")}{" "}
        {regions.length > 0 && (
          <span className="small soft">
            {regions.map((region) => t(`admin.holidays.region.${region}`)).join(separatorIn(lang))}
          </span>
        )}
      </summary>
      <div className={styles.choices}>
        {REGIONS.map((region) => (
          <CheckField
            key={region}
            label={t(`admin.holidays.region.${region}`)}
            checked={wanted.includes(region)}
            disabled={isRunning}
            onChange={(event) => change(region, event.target.checked)}
          />
        ))}
      </div>
      <FailureNotice failure={failure} />
    </details>
  );
}

function HolidayRow({ holiday }: { holiday: SuggestedHoliday }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { day, name, coming, closed } = holiday;
  const date = formatDay(lang, day, "date");
  const act = useClosing(holiday, date);
  return (
    <li className={styles.row}>
      <DateBlock value={`${day}T12:00:00Z`} timeZone="UTC" />
      <div className={styles.what}>
        <strong>{name}</strong>
        <span className="small soft">
          <time dateTime={day}>{date}</time>
          {holiday.isSubstitute && ` · ${t("admin.holidays.substitute")}`}
          {holiday.isEstimated && ` · ${t("admin.holidays.estimated")}`}
        </span>
        {coming > 0 && !closed && (
          <Link className="small" to={pathTo.day({ lang }, { day })}>
            {t("admin.services.stillBooked", { count: coming })}
          </Link>
        )}
        <FailureNotice failure={act.failure} />
      </div>
      {closed ? (
        <div className={styles.acts}>
          <Tag tone="note">{t("admin.services.closed")}</Tag>
          <Button
            look="quiet"
            size="small"
            isBusy={act.isRunning}
            onClick={() => act.open(closed)}
            aria-label={t("admin.holidays.openDay", { day: date })}
          >
            {t("admin.holidays.open")}
          </Button>
        </div>
      ) : (
        <Button
          size="small"
          isBusy={act.isRunning}
          onClick={act.ask}
          aria-label={t("admin.holidays.closeDay", { day: date })}
        >
          {t("admin.holidays.close")}
        </Button>
      )}
      <ConfirmDialog
        isOpen={act.isAsking}
        title={t("admin.holidays.closeDay", { day: date })}
        confirm={t("day.close.act")}
        isDanger
        isBusy={act.isRunning}
        failure={act.failure}
        onConfirm={() => act.close(true)}
        onClose={act.stop}
      >
        <p>
          <Link to={pathTo.day({ lang }, { day })}>{t("admin.services.stillBooked", { count: coming })}</Link>
        </p>
        <p>{t("day.close.text")}</p>
      </ConfirmDialog>
    </li>
  );
}

/** Without bookings a press closes the day; with bookings the reader sees how many it cancels. */
function useClosing({ day, names, coming }: SuggestedHoliday, date: string) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const closing = useAction(closeHoliday);
  const opening = useAction(openHoliday);
  const [isAsking, setAsking] = useState(false);
  // The id stays for a second attempt, so that a lost answer does not make two.
  const id = useRef("");
  const close = async (cancels: boolean) => {
    id.current ||= newId();
    const act = id.current;
    const outcome = await closing.run({ id: act, day, names, cancels });
    if (!outcome) return;
    if (outcome.failure) {
      // Booked since the page was read: the new number is shown.
      await refresh();
      return;
    }
    setAsking(false);
    offerUndo(t("admin.holidays.closedDay", { day: date }), () => openHoliday(act));
    await refresh();
  };
  return {
    isAsking,
    isRunning: closing.isRunning || opening.isRunning,
    failure: closing.failure ?? opening.failure,
    ask: () => (coming > 0 ? setAsking(true) : close(false)),
    stop: () => setAsking(false),
    close,
    open: async (closed: string) => {
      if ((await opening.run(closed))?.failure === null) await refresh();
    },
  };
}
