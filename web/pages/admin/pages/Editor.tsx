import { useState } from "react";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { Skeleton } from "../../../components/feedback/Skeleton";
import type { PageEditorPayload } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import { Desk } from "./editor/Desk";
import styles from "./editor/Editor.module.css";
import { createPageForm, pageFormOf } from "./editor/pageForm";
import { usePageDraft } from "./editor/usePageEditor";

/** A page of one's own: its working copy in all languages, and its publication. What was not saved comes back first. */
export function Editor({ data }: PageProps<PageEditorPayload>) {
  // A saved page has a new version, so the editor starts over with it.
  return <Sheet key={`${data.page?.row.id} ${data.page?.version}`} data={data} />;
}

function Sheet({ data }: PageProps<PageEditorPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { page } = data;
  const draft = usePageDraft(page);
  const [isFresh, setFresh] = useState(false);
  const restored = isFresh ? null : draft.found;
  const handleStartOver = () => {
    draft.discard();
    setFresh(true);
  };
  return (
    <AdminPage title={page ? page.row.title : t("admin.page.new")}>
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
        <Desk
          key={restored ? "restored" : "fresh"}
          begin={() => restored ?? (page ? pageFormOf(page) : createPageForm(lang))}
          isRestored={restored !== null}
          draft={draft}
          page={page}
        />
      )}
    </AdminPage>
  );
}
