import { useState } from "react";
import type { BlogDraft } from "../../../../generated/payloads";
import type { Lang } from "../../../../lib/page";
import { newId } from "../../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { writeAnswering } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";

/** Says that a translation is still correct. The editor stays, with the version that this save made. */
export function useConfirming(article: BlogDraft, language: Lang) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  // The same act sent twice, after a lost answer, is one save.
  const [saveId] = useState(newId);
  const confirming = useAction(() =>
    writeAnswering<{ version: number }>((supabase) =>
      supabase.rpc("confirm_translation", {
        article: article.id,
        language,
        base_version: article.version,
        save_id: saveId,
      }),
    ),
  );
  const confirm = async () => {
    const outcome = await confirming.run();
    if (!outcome || outcome.failure) return;
    showToast(t("blog.write.changes.confirmed"), { tone: "success" });
    await refresh();
  };
  return { confirm, confirming };
}
