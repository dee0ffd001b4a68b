import { useState } from "react";
import type { AdminAppearancePayload } from "../../../generated/payloads";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { dress, isSameLook, type Look, lookOf } from "./look";

/** The choice, what publishes it, and what brings an earlier appearance back. */
export function useAppearance(data: AdminAppearancePayload) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const published = lookOf(data);
  const [look, setLook] = useState(published);
  const isChanged = !isSameLook(look, published);
  useUnsaved(isChanged);
  const publishing = useAction(() =>
    write((supabase) =>
      supabase.from("site_settings").update(rowOf(look)).eq("only_row", true).select("preset").single(),
    ),
  );
  const restoring = useAction((id: number) =>
    write(async (supabase) => {
      const restored = await supabase.rpc("restore_appearance", { appearance_id: id });
      if (restored.error) return restored;
      return supabase.from("site_settings").select(COLUMNS).single();
    }),
  );

  const publish = async () => {
    const outcome = await publishing.run();
    if (!outcome || outcome.failure) return;
    dress(document.documentElement, look);
    const undo = { label: t("common.undo"), run: () => void restoreLast() };
    showToast(t("admin.appearance.published"), { tone: "success", life: 15_000, action: undo });
    await refresh();
  };

  const restore = async (id: number) => {
    const outcome = await restoring.run(id);
    if (!outcome) return;
    if (outcome.failure) return showToast(t(outcome.failure.key), { tone: "error" });
    const restored = lookOfRow(outcome.value as Row);
    setLook(restored);
    dress(document.documentElement, restored);
    showToast(t("admin.appearance.restored"), { tone: "success" });
    await refresh();
  };

  // The toast outlives the page, so it asks which appearance was replaced last.
  const restoreLast = async () => {
    const last = await write((supabase) =>
      supabase.from("appearances").select("id").order("id", { ascending: false }).limit(1).single(),
    );
    if (last.failure) showToast(t(last.failure.key), { tone: "error" });
    else await restore(last.value.id);
  };

  return {
    look,
    change: (changes: Partial<Look>) => setLook((before) => ({ ...before, ...changes })),
    discard: () => setLook(published),
    isChanged,
    publish,
    publishing,
    restore,
    isRestoring: restoring.isRunning,
  };
}

const COLUMNS = "preset, accent, font_pair, logo_url, cover_url, cover_focus_x, cover_focus_y";

function rowOf(look: Look) {
  return {
    preset: look.preset,
    accent: look.accent,
    font_pair: look.fontPair,
    logo_url: look.logoUrl,
    cover_url: look.coverUrl,
    cover_focus_x: look.coverFocusX,
    cover_focus_y: look.coverFocusY,
  };
}

interface Row {
  preset: string;
  accent: string | null;
  font_pair: string;
  logo_url: string | null;
  cover_url: string | null;
  cover_focus_x: number;
  cover_focus_y: number;
}

/** The database holds its values to the same names. */
function lookOfRow(row: Row): Look {
  return {
    preset: row.preset as Look["preset"],
    accent: row.accent,
    fontPair: row.font_pair as Look["fontPair"],
    logoUrl: row.logo_url,
    coverUrl: row.cover_url,
    coverFocusX: row.cover_focus_x,
    coverFocusY: row.cover_focus_y,
  };
}
