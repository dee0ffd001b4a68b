import { useNavigate } from "react-router";
import { Button, ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import type { AdminPageRow } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { write } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";

interface Props {
  page: AdminPageRow;
  isInEditor?: boolean;
}

type Act = "unpublish_page" | "republish_page" | "delete_page" | "restore_page";

/** See, unpublish and delete. The last two are done at once and can be undone. */
export function PageActs({ page, isInEditor = false }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning } = useUndoable();
  const handleDelete = async () => {
    if (isInEditor) await navigate(pathTo.adminPages({ lang }), { state: { isSaved: true } });
    await run(page.id, "delete_page", "restore_page", t("admin.pages.deleted", { title: page.title }));
  };
  return (
    <div className="cluster" style={{ "--gap": "var(--space-2)" }}>
      {page.publishedVersion !== null && (
        <>
          <ButtonLink look="quiet" to={pathTo.page({ lang, slug: page.slug })}>
            {t("admin.pages.see")}
          </ButtonLink>
          <Button
            look="quiet"
            isBusy={isRunning}
            onClick={() =>
              run(page.id, "unpublish_page", "republish_page", t("admin.pages.unpublished", { title: page.title }))
            }
          >
            {t("admin.pages.unpublish")}
          </Button>
        </>
      )}
      <Button look="quiet" isBusy={isRunning} onClick={handleDelete}>
        {t("admin.pages.delete")}
      </Button>
    </div>
  );
}

/** Does one thing to a page and offers its reverse. */
function useUndoable() {
  const { run, isRunning } = useQuickAction();
  const call = (page: string, act: Act) => write((supabase) => supabase.rpc(act, { page }));
  return {
    run: (page: string, act: Act, reverse: Act, done: string) =>
      run(
        () => call(page, act),
        done,
        () => call(page, reverse),
      ),
    isRunning,
  };
}
