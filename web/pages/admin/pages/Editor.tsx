import { Button } from "../../../components/Button";
import { useEarlyForm } from "../../../components/drafts/useEarlyForm";
import { Notice } from "../../../components/feedback/Notice";
import type { PageEditorPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { joinForms } from "../../../lib/richText/joinTexts";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { Desk } from "./editor/PageForm";
import { createPageForm, pageFormOf } from "./editor/pageForm";
import { usePageDraft } from "./editor/usePageEditor";

/** A page of one's own: its working copy in all languages, and its publication. Unsaved text is restored first. */
export function Editor({ data }: PageProps<PageEditorPayload>) {
  // A saved page has a new version, so the editor starts over with it.
  return <Sheet key={`${data.page?.row.id} ${data.page?.version}`} data={data} />;
}

function Sheet({ data }: PageProps<PageEditorPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { page } = data;
  const draft = usePageDraft(page);
  const form = useEarlyForm(draft, () => (page ? pageFormOf(page) : createPageForm(lang)), joinForms);
  return (
    <AdminPage title={page ? page.row.title : t("admin.page.new")}>
      {form.isRestored && (
        <Notice action={<Button onClick={form.startOver}>{t("blog.write.startOver")}</Button>}>
          {t("blog.write.restored")}
        </Notice>
      )}
      <Desk key={form.round} early={form} page={page} />
    </AdminPage>
  );
}
