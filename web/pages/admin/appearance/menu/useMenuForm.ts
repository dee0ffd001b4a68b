import { useState } from "react";
import type { AdminMenuItem } from "../../../../generated/payloads";
import { useUnsaved } from "../../../../lib/forms/unsaved";
import { newId } from "../../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { asJson, write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { type EditedItem, findMistake, isSameMenu, toRow } from "./menuItems";

/** A menu being edited, and the write that replaces the saved one. */
export function useMenuForm(place: "header" | "footer", saved: readonly AdminMenuItem[]) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [items, setItems] = useState(() => edited(saved));
  const [isTried, setTried] = useState(false);
  useUnsaved(!isSameMenu(items, saved));
  const mistakes = new Map<string, string>();
  for (const item of items) {
    const mistake = isTried && findMistake(item);
    if (mistake) mistakes.set(item.key, mistake);
  }
  const saving = useAction((wanted: readonly AdminMenuItem[]) =>
    write((supabase) => supabase.rpc("save_menu", { menu_place: place, items: asJson(wanted.map(toRow)) })),
  );

  const store = async (wanted: readonly AdminMenuItem[]) => {
    const outcome = await saving.run(wanted);
    if (outcome && !outcome.failure) await refresh();
    return outcome !== null && outcome.failure === null;
  };
  const save = async () => {
    setTried(true);
    if (items.some(findMistake) || !(await store(items))) return;
    setTried(false);
    const undo = async () => {
      setItems(edited(saved));
      if (await store(saved)) showToast(t("admin.menu.undone"), { tone: "success" });
    };
    const action = { label: t("common.undo"), run: () => void undo() };
    showToast(t("admin.menu.saved"), { tone: "success", life: 15_000, action });
  };
  const move = (key: string, step: number) =>
    setItems((before) => {
      const at = before.findIndex((item) => item.key === key);
      const others = before.filter((item) => item.key !== key);
      return [...others.slice(0, at + step), ...before.filter((item) => item.key === key), ...others.slice(at + step)];
    });

  return {
    items,
    mistakes,
    save,
    saving,
    move,
    add: (item: AdminMenuItem) => setItems((before) => [...before, { ...item, key: newId() }]),
    remove: (key: string) => setItems((before) => before.filter((item) => item.key !== key)),
    change: (key: string, changes: Partial<AdminMenuItem>) =>
      setItems((before) => before.map((item) => (item.key === key ? { ...item, ...changes } : item))),
  };
}

/** By their place: the server and the browser must make the same keys. */
function edited(items: readonly AdminMenuItem[]): EditedItem[] {
  return items.map((item, at) => ({ ...item, key: `saved-${at}` }));
}
