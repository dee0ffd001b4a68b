import { useState } from "react";
import { Button } from "../../../../components/Button";
import type { AdminHoursPayload } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { formatWeekday } from "../../../../lib/format/format";
import { hashOf } from "../../../../lib/forms/shapes";
import { useFormDraft } from "../../../../lib/forms/useFormDraft";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { asJson, write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { SaveForm } from "../../parts/SaveForm";
import { DayHours } from "./DayHours";
import styles from "./Hours.module.css";
import { draftOf, findDayMistakes, findMistake, type HoursDraft, newSpan, storedOf } from "./hoursDraft";
import { SpecialDays } from "./SpecialDays";

interface Props {
  data: Pick<AdminHoursPayload, "week" | "exceptions">;
}

/** The weekly hours and the days that differ, saved in one step. */
export function HoursForm({ data }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { draft, setDraft, mistakes, dayMistakes, save, saving, stored } = useHours(data);
  const setWeek = (week: HoursDraft["week"]) => setDraft({ ...draft, week });
  const copy = (place: number) =>
    setWeek(
      draft.week.map((spans, n) =>
        n === place ? spans : (draft.week[place] ?? []).map((one) => newSpan(one.opens, one.closes)),
      ),
    );
  return (
    <SaveForm action={saving} onSave={save} label={t("admin.hours.save")} draft={stored}>
      <h2>{t("admin.hours.week")}</h2>
      <div className={styles.week}>
        {draft.week.map((spans, place) => {
          const day = formatWeekday(lang, place + 1);
          return (
            <div key={day} className={styles.day}>
              <span className={styles.name}>{day}</span>
              <DayHours
                day={day}
                spans={spans}
                error={mistakes?.[place]}
                onChange={(changed) => setWeek(draft.week.map((one, n) => (n === place ? changed : one)))}
              />
              <Button
                look="quiet"
                size="small"
                aria-label={t("admin.hours.copyOf", { day })}
                onClick={() => copy(place)}
              >
                {t("admin.hours.copy")}
              </Button>
            </div>
          );
        })}
      </div>
      <h2>{t("admin.hours.special")}</h2>
      <p className="soft small">{t("admin.hours.specialText")}</p>
      <SpecialDays days={draft.days} mistakes={dayMistakes} onChange={(days) => setDraft({ ...draft, days })} />
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
