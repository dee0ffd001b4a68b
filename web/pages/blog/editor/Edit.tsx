import { useState } from "react";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { Skeleton } from "../../../components/feedback/Skeleton";
import { PageHead } from "../../../components/parts/Heads";
import type { BlogWritePayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { ArticleEditor } from "./ArticleEditor";
import styles from "./Edit.module.css";
import { createForm, formOf } from "./form";
import { useArticleDraft } from "./useArticleEditor";

/** A new article, or one to change. What was written before and not sent comes back first. */
export function Edit({ data }: PageProps<BlogWritePayload>) {
  const { article } = data;
  // A saved article has a new version, so the editor starts over with it.
  return <WriteSheet key={`${article?.id} ${article?.version}`} data={data} />;
}

function WriteSheet({ data }: PageProps<BlogWritePayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const draft = useArticleDraft(data.article);
  const [isFresh, setFresh] = useState(false);
  const restored = isFresh ? null : draft.found;
  const handleStartOver = () => {
    draft.discard();
    setFresh(true);
  };
  return (
    <div className="stack" style={{ "--gap": "var(--space-5)" }}>
      <PageHead title={data.article ? t("blog.edit.title") : t("blog.new.title")} />
      {restored && (
        <Notice action={<Button onClick={handleStartOver}>{t("blog.write.startOver")}</Button>}>
          {t("blog.write.restored")}
        </Notice>
      )}
      {restored === undefined ? (
        <div className={styles.awaited}>
          <Skeleton lines={12} />
        </div>
      ) : (
        <ArticleEditor
          key={restored ? "restored" : "fresh"}
          begin={() => restored ?? (data.article ? formOf(data.article) : createForm(lang))}
          isRestored={restored !== null}
          draft={draft}
          data={data}
        />
      )}
    </div>
  );
}
