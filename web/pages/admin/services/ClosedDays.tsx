import { useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import type { HouseDay } from "../../../generated/payloads";
import { addHouseDay, removeHouseDay } from "../../../lib/api/booking/services";
import { useLang } from "../../../lib/context";
import { formatDay } from "../../../lib/format/format";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { DayFields } from "../parts/DayFields";
import parts from "../parts/parts.module.css";
import styles from "./ClosedDays.module.css";
import { isDay } from "./editor/serviceDraft";

interface Props {
  days: readonly HouseDay[];
  today: string;
}

/** Site-wide closing days, and days with other opening hours. */
export function ClosedDays({ days, today }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.days} aria-labelledby="closed-days">
      <h2 id="closed-days">{t("admin.services.closedDays")}</h2>
      <p className="soft measure">{t("admin.services.closedDaysText")}</p>
      {days.length > 0 && (
        <ul className={styles.list}>
          {days.map((day) => (
            <DayRow key={day.id} day={day} />
          ))}
        </ul>
      )}
      <AddDay today={today} />
    </section>
  );
}

function DayRow({ day }: { day: HouseDay }) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(removeHouseDay);
  const offerUndo = useUndo();
  const name = formatDay(lang, day.day, "date");

  const handleRemove = async () => {
    if ((await run(day.id))?.failure !== null) return;
    const { id, opens, closes, note } = day;
    offerUndo(t("admin.services.dayRemoved", { day: name }), () =>
      addHouseDay({ id, day: day.day, opens, closes, note }),
    );
    await refresh();
  };

  return (
    <li className={styles.row}>
      <div>
        <strong suppressHydrationWarning>{name}</strong>
        <p className="small">
          {day.opens && day.closes
            ? t("admin.services.openAt", { opens: day.opens, closes: day.closes })
            : t("admin.services.closed")}
        </p>
        {day.note && <p className="small soft">{day.note}</p>}
        {day.coming > 0 && <p className={styles.warning}>{t("admin.services.stillBooked", { count: day.coming })}</p>}
        <FailureNotice failure={failure} onRetry={handleRemove} />
      </div>
      <Button
        look="quiet"
        isBusy={isRunning}
        aria-label={t("admin.services.removeDay", { day: name })}
        onClick={handleRemove}
      >
        {t("admin.service.remove")}
      </Button>
    </li>
  );
}

const BLANK = { day: "", isClosed: true, opens: "09:00", closes: "12:00", note: "" };

function AddDay({ today }: Pick<Props, "today">) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(addHouseDay);
  const [form, setForm] = useState({ ...BLANK, id: "" });
  const [error, setError] = useState<string | null>(null);
  useUnsaved(form.day !== "" || form.note !== "");
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });

  const handleSubmit = async (event: React.FormEvent) => {
    event.preventDefault();
    const isBackward = !form.isClosed && form.opens >= form.closes;
    const isDated = isDay(form.day);
    setError(!isDated ? t("admin.service.error.day") : isBackward ? t("admin.service.error.span") : null);
    if (!isDated || isBackward) return;
    // The id stays for a second attempt, so that a lost answer does not make two days.
    const id = form.id || newId();
    change({ id });
    const { day, isClosed, opens, closes, note } = form;
    const times = isClosed ? { opens: null, closes: null } : { opens, closes };
    const outcome = await run({ id, day, ...times, note: note.trim() });
    if (outcome?.failure !== null) return;
    setForm({ ...BLANK, id: "" });
    showToast(t("admin.services.daySaved"), { tone: "success" });
    await refresh();
  };

  return (
    <form className={styles.form} onSubmit={handleSubmit} noValidate>
      <h3>{t("admin.services.addDay")}</h3>
      <DayFields values={form} today={today} error={error} onChange={change} />
      {!form.isClosed && (
        <div className={parts.fields}>
          {(["opens", "closes"] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              required
              label={t(`admin.service.${end}`)}
              value={form[end]}
              onChange={(event) => change({ [end]: event.target.value })}
            />
          ))}
        </div>
      )}
      <FailureNotice failure={failure} />
      <Button type="submit" isBusy={isRunning}>
        {t("admin.services.addDay")}
      </Button>
    </form>
  );
}
