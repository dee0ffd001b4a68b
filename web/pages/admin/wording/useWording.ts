import type { AdminWording } from "../../../generated/payloads";
import type { Lang } from "../../../lib/page";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";

type Row = Pick<AdminWording, "key" | "text" | "original">;

/** Stores a wording. One that equals its original is none. */
export function useSaveWording(lang: Lang) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const saving = useAction((row: Row) => (row.text === row.original ? remove(lang, row.key) : store(lang, row)));
  const save = async (row: Row): Promise<boolean> => {
    const outcome = await saving.run(row);
    if (!outcome || outcome.failure) return false;
    showToast(t("admin.wording.saved"), { tone: "success" });
    await refresh();
    return true;
  };
  return { save, saving };
}

/** Sets a text back to its original; the toast brings the wording back. */
export function useResetWording(lang: Lang) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning } = useAction((key: string) => remove(lang, key));
  const undo = async (row: Row) => {
    const { failure } = await store(lang, row);
    if (failure) showToast(t(failure.key), { tone: "error" });
    else await refresh();
  };
  const reset = async (row: Row) => {
    const outcome = await run(row.key);
    if (!outcome) return;
    if (outcome.failure) return showToast(t(outcome.failure.key), { tone: "error" });
    const action = { label: t("common.undo"), run: () => void undo(row) };
    showToast(t("admin.wording.resetDone"), { tone: "success", life: 15_000, action });
    await refresh();
  };
  return { reset, isRunning };
}

function store(language: Lang, { key, text, original }: Row) {
  return write((supabase) => supabase.from("wordings").upsert({ language, key, text, original }).select("key"));
}

function remove(language: Lang, key: string) {
  return write((supabase) => supabase.from("wordings").delete().eq("language", language).eq("key", key).select("key"));
}
