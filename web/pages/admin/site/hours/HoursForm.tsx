import { useState } from "react";
import type { AdminHoursPayload } from "../../../../generated/payloads";
import { hashOf } from "../../../../lib/forms/shapes";
import { useFormDraft } from "../../../../lib/forms/useFormDraft";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { asJson, write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { FormSection } from "../../parts/FormSections";
import { SaveForm } from "../../parts/SaveForm";
import { draftOf, findDayMistakes, findMistake, type HoursDraft, storedOf } from "./hoursDraft";
import { SpecialDays } from "./SpecialDays";
import { WeekFields } from "./WeekFields";

interface Props {
  data: Pick<AdminHoursPayload, "week" | "exceptions">;
}

/** The weekly hours and the days that differ, saved in one step. */
export function HoursForm({ data }: Props) {
  const { t } = useTranslation();
  const { draft, setDraft, mistakes, dayMistakes, save, saving, stored } = useHours(data);
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.hours.save")} draft={stored}>
      <FormSection id="hours-week" title={t("admin.hours.week")}>
        <WeekFields week={draft.week} mistakes={mistakes} onChange={(week) => setDraft({ ...draft, week })} />
      </FormSection>
      <FormSection id="hours-special" title={t("admin.hours.special")} lead={t("admin.hours.specialText")}>
        <SpecialDays days={draft.days} mistakes={dayMistakes} onChange={(days) => setDraft({ ...draft, days })} />
      </FormSection>
    </SaveForm>
  );
}

function useHours(data: Props["data"]) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [draft, setDraft] = useState(() => draftOf(data));
  const [isTried, setTried] = useState(false);
  // Not of the draft itself: its rows have new keys on each visit.
  const version = hashOf(JSON.stringify([data.week, data.exceptions]));
  const stored = useFormDraft("site:hours", draft, setDraft, version);
  const send = (given: HoursDraft) => {
    const { week, exceptions } = storedOf(given);
    return write((supabase) =>
      supabase.rpc("save_opening_hours", { week: asJson(week), exceptions: asJson(exceptions) }),
    );
  };
  const saving = useAction(send);
  const mistakes = draft.week.map(findMistake);
  const dayMistakes = findDayMistakes(draft.days);

  const undo = async (before: HoursDraft) => {
    const outcome = await send(before);
    if (outcome.failure) return showToast(t(outcome.failure.key), { tone: "error" });
    setDraft(before);
    stored.settle(before);
    showToast(t("admin.hours.undone"), { tone: "success" });
    await refresh();
  };
  const save = async () => {
    setTried(true);
    if (mistakes.some(Boolean) || Object.keys(dayMistakes).length > 0) return;
    const before = draftOf(data);
    const outcome = await saving.run(draft);
    if (!outcome || outcome.failure) return;
    stored.settle(draft);
    const action = { label: t("common.undo"), run: () => void undo(before) };
    showToast(t("admin.hours.saved"), { tone: "success", life: 15_000, action });
    await refresh();
  };
  return {
    draft,
    setDraft,
    mistakes: isTried ? mistakes : null,
    dayMistakes: isTried ? dayMistakes : {},
    save,
    saving,
    stored,
  };
}
