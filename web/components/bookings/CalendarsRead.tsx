import { useState } from "react";
import type { ReadCalendar } from "../../generated/payloads";
import { addCalendar, removeCalendar, restoreCalendar } from "../../lib/api/day/calendars";
import { useSite } from "../../lib/context";
import { useUnsaved } from "../../lib/forms/unsaved";
import { newId } from "../../lib/requests/newId";
import { useAction, useRefresh } from "../../lib/requests/useAction";
import { useUndo } from "../../lib/requests/useUndo";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { Button } from "../Button";
import { DateTime } from "../DateTime";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { FailureNotice } from "../feedback/FailureNotice";
import { Notice } from "../feedback/Notice";
import { TextField } from "../fields/Field";
import styles from "./CalendarsRead.module.css";

const MAX_CALENDARS = 5;

interface Props {
  host: string;
  calendars: readonly ReadCalendar[];
}

/** The calendars of a host at other providers, whose appointments are not offered: their state, and another one. */
export function CalendarsRead({ host, calendars }: Props) {
  const { t } = useTranslation();
  return (
    <section className="stack" aria-labelledby="calendars-read">
      <h2 id="calendars-read">{t("day.calendars.read")}</h2>
      <p className="soft">{t("day.calendars.read.text")}</p>
      <p className="soft small">{t("day.calendars.read.private")}</p>
      {calendars.length > 0 && (
        <ul className="rows">
          {calendars.map((calendar) => (
            <Calendar key={calendar.id} calendar={calendar} />
          ))}
        </ul>
      )}
      {calendars.length < MAX_CALENDARS && <AddCalendar host={host} />}
    </section>
  );
}

function Calendar({ calendar }: { calendar: ReadCalendar }) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const [isAsked, setAsked] = useState(false);
  const { run, isRunning, failure } = useAction(removeCalendar);
  const handleRemove = async () => {
    if ((await run(calendar.id))?.failure !== null) return;
    setAsked(false);
    offerUndo(t("day.calendars.removed"), () => restoreCalendar(calendar.id));
    await refresh();
  };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong>{calendar.site}</strong>
        <State calendar={calendar} />
      </div>
      <Button
        size="small"
        look="quiet"
        aria-label={t("day.calendars.removeOne", { site: calendar.site })}
        onClick={() => setAsked(true)}
      >
        {t("day.calendars.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("day.calendars.removeOne", { site: calendar.site })}
        confirm={t("day.calendars.remove")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleRemove}
        onClose={() => setAsked(false)}
      >
        <p>{t("day.calendars.remove.text")}</p>
      </ConfirmDialog>
    </li>
  );
}

function State({ calendar }: { calendar: ReadCalendar }) {
  const { t } = useTranslation();
  const { timeZone } = useSite();
  const { readAt, failingSince, failure, times, coming } = calendar;
  const at = (value: string, key: string) => (
    <DateTime value={value} timeZone={timeZone} format="dateTime" say={(date) => t(key, { date })} />
  );
  return (
    <>
      <span className="facts soft small">
        {readAt ? (
          <>
            <span>{t("day.calendars.times", { count: times })}</span>
            <span>{at(readAt, "day.calendars.readAt")}</span>
          </>
        ) : (
          !failure && <span>{t("day.calendars.soon")}</span>
        )}
      </span>
      {coming > 0 && <span className={styles.warning}>{t("admin.place.stillBooked", { count: coming })}</span>}
      {failure && failingSince && (
        <Notice tone="bad">
          {at(failingSince, "day.calendars.failing")} {t(`day.calendars.failure.${failure}`)}
          {readAt && <> {t("day.calendars.held")}</>}
        </Notice>
      )}
    </>
  );
}

function AddCalendar({ host }: Pick<Props, "host">) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(addCalendar);
  const [form, setForm] = useState({ id: "", address: "" });
  useUnsaved(form.address !== "");
  const handleSave = async () => {
    const address = form.address.trim();
    if (!address) return;
    // The id stays for a second attempt, so that a lost answer does not make two.
    const id = form.id || newId();
    setForm({ ...form, id });
    if ((await run(id, host, address))?.failure !== null) return;
    setForm({ id: "", address: "" });
    showToast(t("day.calendars.added"), { tone: "success" });
    await refresh();
  };
  return (
    <form
      className="stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        handleSave();
      }}
    >
      <TextField
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        maxLength={2048}
        label={t("day.calendars.ics")}
        hint={t("day.calendars.ics.hint")}
        value={form.address}
        onChange={(event) => setForm({ ...form, address: event.target.value })}
      />
      <FailureNotice failure={failure} onRetry={handleSave} />
      <p>
        <Button type="submit" isBusy={isRunning}>
          {t("day.calendars.add")}
        </Button>
      </p>
    </form>
  );
}
