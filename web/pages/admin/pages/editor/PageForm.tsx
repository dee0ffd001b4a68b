import { useState } from "react";
import { Button } from "../../../../components/Button";
import type { EarlyForm } from "../../../../components/drafts/useEarlyForm";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { EditorBar } from "../../../../components/fields/EditorBar";
import { LanguageTabs, type TabState } from "../../../../components/fields/LanguageTabs";
import type { PageDraft } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { useUnsaved } from "../../../../lib/forms/unsaved";
import { LANGS, type Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { useLanguages } from "../../../../lib/useLanguages";
import styles from "./Editor.module.css";
import { Gaps } from "./Gaps";
import { findGaps } from "./gaps";
import { PublishDialog } from "./PublishDialog";
import { isIncluded, type PageForm } from "./pageForm";
import { Settings } from "./Settings";
import { TextFields } from "./TextFields";
import { type PageWriting, usePageEditor } from "./usePageEditor";
import { usePublishing } from "./usePublishing";

interface Props {
  early: EarlyForm<PageForm>;
  page: PageDraft | null;
}

export function Desk({ early, page }: Props) {
  const { t } = useTranslation();
  const own = useLang();
  const { draft } = early;
  const writing = usePageEditor(early.begin, draft, early.isRestored);
  const publishing = usePublishing(writing, page);
  const [chosen, setChosen] = useState<Lang>(writing.form.texts[own] ? own : writing.form.sourceLanguage);
  const languages = useLanguages(writing.form.sourceLanguage, ...LANGS.filter((lang) => writing.form.texts[lang]));
  const tabState = useTabStates(writing);
  useUnsaved(writing.isChanged, { hasDraft: true, isSafe: draft.state === "saved" });
  const isConflict = [writing.saving.failure, publishing.action.failure].some((one) => one?.code === "PT409");
  return (
    <form
      className={styles.desk}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        publishing.handleSave();
      }}
    >
      <Gaps writing={writing} lang={chosen} />
      <div className={styles.columns}>
        <div className={styles.text}>
          <LanguageTabs
            label={t("blog.write.languages")}
            languages={languages}
            chosen={chosen}
            stateOf={tabState}
            onChoose={setChosen}
          />
          <TextFields key={chosen} writing={writing} lang={chosen} />
        </div>
        <Settings writing={writing} page={page} />
      </div>
      {Object.keys(writing.errors).length > 0 && (
        <Notice tone="bad" isAlert>
          {t("blog.write.error.some")}
        </Notice>
      )}
      {isConflict ? (
        <Notice tone="note" isAlert action={<Button onClick={() => location.reload()}>{t("common.reload")}</Button>}>
          {t("admin.page.conflict")}
        </Notice>
      ) : (
        <FailureNotice failure={writing.saving.failure} onRetry={publishing.handleSave} />
      )}
      <EditorBar draft={draft.state}>
        <Button type="submit" isBusy={writing.saving.isRunning}>
          {t("admin.page.save")}
        </Button>
        <Button look="primary" onClick={publishing.handleAsk}>
          {t(page?.row.publishedVersion ? "admin.page.publishAgain" : "admin.page.publish")}
        </Button>
      </EditorBar>
      <PublishDialog publishing={publishing} writing={writing} page={page} />
    </form>
  );
}

function useTabStates({ form, errors }: PageWriting): (lang: Lang) => TabState {
  const { t } = useTranslation();
  return (lang) => {
    const text = form.texts[lang];
    if (!text) return { text: t("blog.write.none") };
    if (errors[`${lang}.title`] || errors[`${lang}.body`]) return { text: t("admin.page.tab.wrong"), tone: "bad" };
    if (findGaps(text.body).length > 0) return { text: t("admin.page.tab.gaps") };
    if (lang === form.sourceLanguage) return { text: t("blog.write.original") };
    return isIncluded(form, lang) ? { text: t("blog.write.ready"), tone: "good" } : { text: t("blog.write.draft") };
  };
}
