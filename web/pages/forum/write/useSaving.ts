import { editPost, editReply, type Thing } from "../../../lib/api/forum";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { cleanTitle } from "./drafts/check";
import type { EditDraft } from "./drafts/useEditDraft";

/** Sends a changed text; after the response, the page is fetched again before the form closes. */
export function useSaving(thing: Thing, draft: EditDraft, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { title, body, language } = draft.text;
  const action = useAction(() =>
    thing.post === undefined
      ? editReply(thing.reply, body, language)
      : editPost(thing.post, cleanTitle(title), body, language),
  );
  const save = async () => {
    const outcome = await action.run();
    if (!outcome || outcome.failure) return;
    draft.discard();
    showToast(t("forum.post.done.saved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return { action, save };
}
