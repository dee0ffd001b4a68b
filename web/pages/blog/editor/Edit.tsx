import { Button } from "../../../components/Button";
import { useEarlyForm } from "../../../components/drafts/useEarlyForm";
import { Notice } from "../../../components/feedback/Notice";
import { PageHead } from "../../../components/parts/Heads";
import type { BlogWritePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { joinForms } from "../../../lib/richText/joinTexts";
import { useTranslation } from "../../../lib/texts";
import { ArticleEditor } from "./ArticleEditor";
import { createForm, formOf } from "./form";
import { useArticleDraft } from "./useArticleEditor";

/** A new article, or one to change. Unsent text is restored first. */
export function Edit({ data }: PageProps<BlogWritePayload>) {
  const { article } = data;
  // A saved article has a new version, so the editor starts over with it.
  return <WriteSheet key={`${article?.id} ${article?.version}`} data={data} />;
}

function WriteSheet({ data }: PageProps<BlogWritePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const draft = useArticleDraft(data.article);
  const form = useEarlyForm(
    draft,
    () => (data.article ? formOf(data.article) : createForm(lang, data.audiences[0]?.id)),
    joinForms,
  );
  return (
    <div className="stack" style={{ "--gap": "var(--space-5)" }}>
      <PageHead title={data.article ? t("blog.edit.title") : t("blog.new.title")} />
      {form.isRestored && (
        <Notice action={<Button onClick={form.startOver}>{t("blog.write.startOver")}</Button>}>
          {t("blog.write.restored")}
        </Notice>
      )}
      <ArticleEditor key={form.round} early={form} data={data} />
    </div>
  );
}
