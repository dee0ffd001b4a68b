import type { Database } from "../../../generated/database";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";

type SettingsRow = Database["public"]["Tables"]["site_settings"]["Update"];

/** Saves columns of the site's settings, says so, and reads the page again. `onSaved` runs before that. */
export function useSettingsForm(row: SettingsRow, onSaved?: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const saving = useAction(() =>
    write((supabase) => supabase.from("site_settings").update(row).eq("only_row", true).select("time_zone").single()),
  );
  const save = async () => {
    const outcome = await saving.run();
    if (!outcome || outcome.failure) return;
    onSaved?.();
    showToast(t("admin.site.saved"), { tone: "success" });
    await refresh();
  };
  return { saving, save };
}
