import { useEffect, useState } from "react";
import { Button } from "../../../../components/Button";
import { Notice } from "../../../../components/feedback/Notice";
import { pathTo } from "../../../../generated/paths";
import type { BlogDraft } from "../../../../generated/payloads";
import { useLang } from "../../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { LANGS, type Lang } from "../../../../lib/page";
import { write } from "../../../../lib/requests/write";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Edit.module.css";
import type { WriteForm } from "../form";
import { asNode, differences, linesOf, type Words } from "./differences";

interface Props {
  article: BlogDraft | null;
  /** The user's own version. */
  form: WriteForm;
  /** With the version that it replaces. */
  onSaveOver: (version: number) => void;
}

/** Another user saved in the meantime. Nothing is overwritten without confirmation. */
export function ConflictNotice({ article, form, onSaveOver }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const newest = useNewest(article);
  const theirs = newest?.version ?? null;
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
      <p>{t("blog.write.conflict")}</p>
      {newest && <Differences newest={newest} form={form} />}
    </Notice>
  );
}

interface DifferencesProps {
  newest: Newest;
  form: WriteForm;
}

/** For each language, the other user's text and the one that would replace it. */
function Differences({ newest, form }: DifferencesProps) {
  const { t } = useTranslation();
  const differing = LANGS.flatMap((lang) => {
    const changes = differences(linesOf(newest.texts[lang]), linesOf(form.texts[lang]));
    return changes.length > 0 ? [{ lang, changes }] : [];
  });
  if (differing.length === 0) return <p className="small">{t("blog.write.diff.none")}</p>;
  return differing.map(({ lang, changes }) => (
    <details key={lang} open className={styles.diff}>
      <summary>{t("blog.write.diff", { language: OWN_NAME[lang] })}</summary>
      <ul lang={HTML_LANG[lang]}>
        {changes.map(({ side, text }, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is made once, and the same line may stand in it twice.
          <li key={place} data-side={side}>
            <span className="visually-hidden">{t(`blog.write.diff.${side}`)}: </span>
            {side === "theirs" ? <del>{text}</del> : <ins>{text}</ins>}
          </li>
        ))}
      </ul>
    </details>
  ));
}

interface Newest {
  version: number;
  texts: Partial<Record<Lang, Words>>;
}

function useNewest(article: BlogDraft | null): Newest | null {
  const [newest, setNewest] = useState<Newest | null>(null);
  const id = article?.id;
  useEffect(() => {
    if (!id) return;
    const columns = "version, article_texts(language, title, summary, body)";
    write((supabase) => supabase.from("articles").select(columns).eq("id", id).single()).then(({ value }) => {
      if (!value) return;
      const texts = value.article_texts.map(({ language, body, ...text }) => [
        language,
        { ...text, body: asNode(body) },
      ]);
      setNewest({ version: value.version, texts: Object.fromEntries(texts) });
    });
  }, [id]);
  return newest;
}
