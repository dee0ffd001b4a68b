import { useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { CheckField, TextField } from "../../../components/fields/Field";
import type { Absence, AdminPlacePayload } from "../../../generated/payloads";
import { addAbsence, removeAbsence, restoreAbsence } from "../../../lib/api/day/places";
import { useLang, useSite } from "../../../lib/context";
import { formatSpan } from "../../../lib/format/format";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import parts from "../parts/parts.module.css";
import { SaveForm } from "../parts/SaveForm";
import { isDay } from "../services/editor/serviceDraft";
import styles from "./Places.module.css";

interface Props {
  data: AdminPlacePayload;
}

/** When a person is away, or a room cannot be used. */
export function Absences({ data }: Props) {
  const { t } = useTranslation();
  return (
    <section className={styles.part} aria-labelledby="place-absences">
      <h2 id="place-absences">{t(data.isPerson ? "admin.place.leave" : "admin.place.closed")}</h2>
      {data.absences.length > 0 && (
        <ul className={styles.rows}>
          {data.absences.map((absence) => (
            <AbsenceRow key={absence.id} absence={absence} data={data} />
          ))}
        </ul>
      )}
      <AddAbsence data={data} />
    </section>
  );
}

function AbsenceRow({ absence, data }: Props & { absence: Absence }) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(removeAbsence);
  const { id, startsAt, endsAt, note, coming } = absence;
  const when = formatSpan(lang, startsAt, endsAt, timeZone, "dateTime");
  const handleRemove = async () => {
    if ((await run(id))?.failure !== null) return;
    const place = { host_id: data.isPerson ? data.id : null, room_id: data.isPerson ? null : data.id };
    offerUndo(t("admin.services.dayRemoved", { day: when }), () =>
      restoreAbsence({ id, ...place, starts_at: startsAt, ends_at: endsAt, note }),
    );
    await refresh();
  };
  return (
    <li className={styles.row}>
      <div className={styles.what}>
        <strong suppressHydrationWarning>{when}</strong>
        {note && <span className="soft small">{note}</span>}
        {coming > 0 && <span className={styles.warning}>{t("admin.place.stillBooked", { count: coming })}</span>}
        <FailureNotice failure={failure} onRetry={handleRemove} />
      </div>
      <Button
        look="quiet"
        isBusy={isRunning}
        aria-label={t("admin.services.removeDay", { day: when })}
        onClick={handleRemove}
      >
        {t("admin.service.remove")}
      </Button>
    </li>
  );
}

const BLANK = { first: "", last: "", isWholeDays: true, from: "09:00", until: "12:00", note: "" };

function AddAbsence({ data }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(addAbsence);
  const [form, setForm] = useState({ ...BLANK, id: "" });
  const [error, setError] = useState<string | null>(null);
  useUnsaved(form.first !== "" || form.note !== "");
  const change = (changes: Partial<typeof form>) => setForm({ ...form, ...changes });

  const handleSave = async () => {
    const last = form.last || form.first;
    const from_wall = `${form.first}T${form.isWholeDays ? "00:00" : form.from}`;
    const until_wall = `${last}T${form.isWholeDays ? "24:00" : form.until}`;
    const isDated = isDay(form.first) && isDay(last);
    setError(!isDated ? "admin.service.error.day" : from_wall >= until_wall ? "admin.service.error.span" : null);
    if (!isDated || from_wall >= until_wall) return;
    // The id stays for a second attempt, so that a lost answer does not make two.
    const id = form.id || newId();
    change({ id });
    const place = { host: data.isPerson ? data.id : null, room: data.isPerson ? null : data.id };
    const outcome = await action.run({ id, ...place, from_wall, until_wall, note: form.note.trim() });
    if (outcome?.failure !== null) return;
    setForm({ ...BLANK, id: "" });
    showToast(t("admin.place.saved"), { tone: "success" });
    await refresh();
  };

  return (
    <SaveForm action={action} onSave={handleSave} label={t("admin.place.addAbsence")} mistake={error && t(error)}>
      <div className={parts.fields}>
        {(["first", "last"] as const).map((end) => (
          <TextField
            key={end}
            type="date"
            required={end === "first"}
            min={data.today}
            max="2199-12-31"
            label={t(`admin.place.${end}`)}
            value={form[end]}
            onChange={(event) => change({ [end]: event.target.value })}
          />
        ))}
        <TextField
          label={t("admin.services.reason")}
          hint={t("admin.place.reasonHint")}
          maxLength={120}
          value={form.note}
          onChange={(event) => change({ note: event.target.value })}
        />
      </div>
      <CheckField
        label={t("admin.place.wholeDays")}
        checked={form.isWholeDays}
        onChange={(event) => change({ isWholeDays: event.target.checked })}
      />
      {!form.isWholeDays && (
        <div className={parts.fields}>
          {(["from", "until"] as const).map((end) => (
            <TextField
              key={end}
              type="time"
              required
              label={t(end === "from" ? "admin.service.opens" : "admin.service.closes")}
              value={form[end]}
              onChange={(event) => change({ [end]: event.target.value })}
            />
          ))}
        </div>
      )}
    </SaveForm>
  );
}
