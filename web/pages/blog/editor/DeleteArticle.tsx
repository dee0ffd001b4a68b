import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { pathTo } from "../../../generated/paths";
import type { BlogDraft } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { Draft } from "../../../lib/forms/drafts";
import { useAction } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";
import type { WriteForm } from "./form";

interface Props {
  article: BlogDraft;
  draft: Draft<WriteForm>;
}

export function DeleteArticle({ article, draft }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const deleting = useAction(() => write((supabase) => supabase.rpc("delete_article", { id: article.id })));
  const offerUndo = useUndo();
  const handleDelete = async () => {
    const outcome = await deleting.run();
    if (!outcome || outcome.failure) return;
    await draft.discard();
    await navigate(pathTo.adminArticles({ lang }), { replace: true, state: { isSaved: true } });
    offerUndo(t("blog.write.deleted"), () => write((supabase) => supabase.rpc("restore_article", { id: article.id })));
  };
  return (
    <>
      <Button look="quiet" onClick={() => setAsking(true)}>
        {t("blog.write.delete")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("blog.write.deleteTitle")}
        confirm={t("blog.write.delete")}
        isDanger
        isBusy={deleting.isRunning}
        failure={deleting.failure}
        onConfirm={handleDelete}
        onClose={() => setAsking(false)}
      >
        <p>{t("blog.write.deleteText")}</p>
      </ConfirmDialog>
    </>
  );
}
