import { useState } from "react";
import { useNavigate } from "react-router";
import { pathTo } from "../../../../generated/paths";
import type { PageDraft } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { useAction } from "../../../../lib/requests/useAction";
import { type Outcome, writeAnswering } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import type { PageWriting, SavedPage } from "./usePageEditor";

export interface Publishing {
  isAsking: boolean;
  action: ReturnType<typeof useAction<[SavedPage, boolean], SavedPage>>;
  handleSave: () => Promise<void>;
  handleAsk: () => void;
  handleClose: () => void;
  handlePublish: (asksAgain: boolean) => Promise<void>;
}

/** Saving, and publishing what was saved. */
export function usePublishing(writing: PageWriting, page: PageDraft | null): Publishing {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const action = useAction(
    (saved: SavedPage, asksAgain: boolean): Promise<Outcome<SavedPage>> =>
      writeAnswering((supabase) =>
        supabase.rpc("publish_page", { page: saved.id, base_version: saved.version, asks_again: asksAgain }),
      ),
  );
  const goOn = (pageId: string) =>
    navigate(pathTo.adminPage({ lang, pageId }), { replace: true, state: { isSaved: true } });

  const handleSave = async () => {
    if (!writing.check(false)) return;
    const saved = await writing.save();
    if (!saved) return;
    showToast(t("admin.page.saved"), { tone: "success" });
    await goOn(saved.id);
  };
  const handlePublish = async (asksAgain: boolean) => {
    const { form, isChanged } = writing;
    const isStored = page !== null && !isChanged && form.baseVersion > 0;
    const saved: SavedPage | null = isStored
      ? { id: form.id, version: form.baseVersion, slug: form.slug, published: page.row.publishedVersion }
      : await writing.save();
    if (!saved) {
      setAsking(false);
      return;
    }
    const outcome = await action.run(saved, asksAgain);
    if (!outcome?.value) return;
    setAsking(false);
    showToast(t("admin.page.published"), { tone: "success" });
    await navigate(pathTo.page({ lang, slug: outcome.value.slug }), { state: { isSaved: true } });
  };
  return {
    isAsking,
    action,
    handleSave,
    handleAsk: () => {
      if (writing.check(true)) setAsking(true);
    },
    handleClose: () => setAsking(false),
    handlePublish,
  };
}
