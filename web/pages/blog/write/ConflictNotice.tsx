import { useEffect, useState } from "react";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/Notice";
import type { BlogDraft } from "../../../generated/payloads";
import { pathTo } from "../../../generated/routes";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { write } from "../../../lib/write";

interface Props {
  article: BlogDraft | null;
  /** With the version that it replaces. */
  onSaveOver: (version: number) => void;
}

/** Somebody else saved in between. Nothing is overwritten unless the writer has seen that and says so. */
export function ConflictNotice({ article, onSaveOver }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const theirs = useNewestVersion(article);
  const slug = article?.texts.find((text) => text.lang === article.sourceLanguage)?.slug;
  return (
    <Notice
      tone="note"
      isAlert
      action={
        <span className="cluster" style={{ "--gap": "var(--space-2)" }}>
          {slug && (
            <a href={pathTo.blogArticle({ lang, blogId: slug })} target="_blank" rel="noopener">
              {t("blog.write.conflictOpen")}
            </a>
          )}
          {theirs !== null && <Button onClick={() => onSaveOver(theirs)}>{t("blog.write.conflictMine")}</Button>}
        </span>
      }
    >
      {t("blog.write.conflict")}
    </Notice>
  );
}

function useNewestVersion(article: BlogDraft | null): number | null {
  const [version, setVersion] = useState<number | null>(null);
  const id = article?.id;
  useEffect(() => {
    if (!id) return;
    write((supabase) => supabase.from("articles").select("version").eq("id", id).single()).then(({ value }) =>
      setVersion(value?.version ?? null),
    );
  }, [id]);
  return version;
}
