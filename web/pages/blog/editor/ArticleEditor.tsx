import { Button } from "../../../components/Button";
import { LeaveGuard } from "../../../components/drafts/LeaveGuard";
import type { EarlyForm } from "../../../components/drafts/useEarlyForm";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { EditorBar } from "../../../components/fields/EditorBar";
import type { BlogWritePayload } from "../../../generated/payloads";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { useTranslation } from "../../../lib/texts";
import { ConflictNotice } from "./conflicts/ConflictNotice";
import { OtherEditors } from "./conflicts/OtherEditors";
import { DeleteArticle } from "./DeleteArticle";
import styles from "./Edit.module.css";
import { Facts } from "./Facts";
import type { WriteForm } from "./form";
import { LanguagePanes } from "./LanguagePanes";
import { Publication } from "./Publication";
import { useReviewChanges } from "./review/useReviewChanges";
import { SeriesField } from "./series/SeriesField";
import { useArticleEditor } from "./useArticleEditor";

interface Props {
  early: EarlyForm<WriteForm>;
  data: BlogWritePayload;
}

export function ArticleEditor({ early, data }: Props) {
  const { t } = useTranslation();
  const { draft } = early;
  const { article } = data;
  const writing = useArticleEditor(early.begin, draft, early.isRestored, data);
  useReviewChanges(article);
  const { form, errors, saving } = writing;
  useUnsaved(writing.isChanged, { hasDraft: true, isSafe: draft.state === "saved" });
  const isConflict = saving.failure?.code === "PT409";
  // All of it is with the editors: the user may only begin another language.
  const locked = article?.isLocked ? article.texts.filter((text) => text.isLocked).length : 0;
  const isOnlyRead = locked > 0 && locked === Object.keys(form.texts).length;
  const labels = {
    draft: t("blog.write.save.draft"),
    now: t("blog.write.save.now"),
    published: t("blog.write.save.published"),
    later: t("blog.write.save.later"),
  };
  return (
    <form
      className={styles.desk}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        writing.save();
      }}
    >
      <LanguagePanes writing={writing} article={article} />
      <fieldset className={styles.below} aria-label={t("blog.write.shared")} disabled={article?.isLocked}>
        {article?.isLocked && <Notice>{t("blog.write.review.shared")}</Notice>}
        <Facts writing={writing} tags={data.tags} />
        <SeriesField writing={writing} data={data} />
        <Publication writing={writing} data={data} />
      </fieldset>
      {Object.keys(errors).length > 0 && (
        <Notice tone="bad" isAlert>
          {t("blog.write.error.some")}
        </Notice>
      )}
      {isConflict ? (
        <ConflictNotice article={article} form={form} onSaveOver={writing.save} />
      ) : (
        <FailureNotice failure={saving.failure} onRetry={() => writing.save()} />
      )}
      {!isOnlyRead && (
        <EditorBar draft={draft.state}>
          {article && !article.isLocked && <DeleteArticle article={article} draft={draft} />}
          <Button type="submit" look="primary" isBusy={saving.isRunning}>
            {labels[writing.isWriter ? "draft" : form.when]}
          </Button>
        </EditorBar>
      )}
      {article && <OtherEditors article={article} version={form.baseVersion} />}
      <LeaveGuard />
    </form>
  );
}
