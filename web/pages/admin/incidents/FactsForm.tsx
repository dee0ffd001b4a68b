import { useState } from "react";
import { useNavigate } from "react-router";
import { TextArea, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import type { Incident } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import parts from "../parts/parts.module.css";
import { SaveForm } from "../parts/SaveForm";
import { checkWords, saveIncident, toField, toMoment } from "./incidents";

interface Props {
  /** Left out for a new one. */
  incident?: Incident;
  onDone: () => void;
}

const TIMES = ["found", "began", "ended", "due"] as const;

/** The facts of an incident: its course, its times, and until when the authority must know. */
export function FactsForm({ incident, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, mistakes, save, saving } = useFacts(incident, onDone);
  const said = (key: string | null | undefined) => key && t(key);
  return (
    <SaveForm action={saving} onSave={save} onCancel={onDone} label={incident ? undefined : t("admin.incident.record")}>
      <TextField
        label={t("admin.incident.title")}
        hint={t("admin.incident.titleHint")}
        required
        maxLength={120}
        value={values.title}
        error={said(mistakes?.title)}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={t("admin.incident.description")}
        hint={t("admin.incident.descriptionHint")}
        required
        rows={4}
        value={values.description}
        error={said(mistakes?.description)}
        onChange={(event) => change({ description: event.target.value })}
      />
      <div className={parts.fields}>
        {TIMES.map((name) => (
          <TextField
            key={name}
            type="datetime-local"
            label={t(`admin.incident.time.${name}`)}
            hint={name === "due" ? t("admin.incident.dueHint") : undefined}
            required={name === "found"}
            value={values[name]}
            error={said(mistakes?.[name])}
            onChange={(event) => change({ [name]: event.target.value })}
          />
        ))}
      </div>
      <TextArea
        label={t("admin.incident.notes")}
        hint={t("admin.incident.notesHint")}
        rows={3}
        value={values.notes}
        error={said(mistakes?.notes)}
        onChange={(event) => change({ notes: event.target.value })}
      />
    </SaveForm>
  );
}

function useFacts(incident: Incident | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const refresh = useRefresh();
  const [id] = useState(() => incident?.id ?? newId());
  const [wasSent, setSent] = useState(false);
  const [values, setValues] = useState(() => ({
    title: incident?.title ?? "",
    description: incident?.description ?? "",
    notes: incident?.notes ?? "",
    found: toField(incident?.discoveredAt ?? new Date().toISOString()),
    began: toField(incident?.beganAt ?? null),
    ended: toField(incident?.endedAt ?? null),
    due: toField(incident?.dueAt ?? null),
  }));
  const [isChanged, setChanged] = useState(false);
  useUnsaved(isChanged);
  const saving = useAction(saveIncident);
  const { title, description, notes, found, began, ended, due } = values;
  const mistakes = {
    title: checkWords(title, 120),
    description: checkWords(description, 4000),
    notes: notes.trim() ? checkWords(notes, 4000) : null,
    found: found === "" ? "error.missing" : null,
    began: began && began > found ? "admin.incident.error.order" : null,
    ended: ended && began && ended < began ? "admin.incident.error.order" : null,
    due: due && due <= found ? "admin.incident.error.due" : null,
  };
  const save = async () => {
    setSent(true);
    if (Object.values(mistakes).some(Boolean)) return;
    const outcome = await saving.run({
      id,
      title: title.trim(),
      description: description.trim(),
      notes: notes.trim(),
      discovered_at: toMoment(found) ?? "",
      began_at: toMoment(began),
      ended_at: toMoment(ended),
      due_at: toMoment(due),
    });
    if (!outcome || outcome.failure) return;
    setChanged(false);
    showToast(t("admin.incident.said.saved"), { tone: "success" });
    onDone();
    if (incident) await refresh();
    else navigate(pathTo.adminIncident({ lang, incidentId: id }), { state: { isSaved: true } });
  };
  const change = (changes: Partial<typeof values>) => {
    setChanged(true);
    setValues({ ...values, ...changes });
  };
  return { values, change, mistakes: wasSent ? mistakes : null, save, saving };
}
