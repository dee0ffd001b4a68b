import { Link } from "react-router";
import { Button } from "../../../components/Button";
import { LanguageQuestion } from "../../../components/drafts/LanguageDoubt";
import { Notice } from "../../../components/feedback/Notice";
import { CheckField, Field, TextArea, TextField } from "../../../components/fields/Field";
import { RichTextEditor } from "../../../components/richTextEditor/RichTextEditor";
import { pathTo } from "../../../generated/paths";
import type { BlogDraft } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { plainText } from "../../../lib/richText/plain";
import { useTranslation } from "../../../lib/texts";
import styles from "./Edit.module.css";
import { EMPTY_TEXT } from "./form";
import { LockedText } from "./review/LockedText";
import { Review } from "./review/Review";
import { Submit } from "./review/ReviewActs";
import { FromMemory } from "./translation/FromMemory";
import { Missing } from "./translation/Missing";
import { SourceChanges } from "./translation/SourceChanges";
import { useTranslations } from "./translation/useTranslations";
import type { Writing } from "./useArticleEditor";

interface Props {
  writing: Writing;
  lang: Lang;
}

interface TextPaneProps extends Props {
  /** As it is saved. */
  article: BlogDraft | null;
  /** Makes another language that of the original. */
  onChangeLanguage?: (lang: Lang) => void;
}

/** One language of the article. */
export function TextPane({ writing, lang, article, onChangeLanguage }: TextPaneProps) {
  const { t } = useTranslation();
  const { add, remove } = useTranslations(writing);
  const { form, errors } = writing;
  const isSource = lang === form.sourceLanguage;
  const text = form.texts[lang] ?? (isSource ? EMPTY_TEXT : null);
  if (!text) return <Missing writing={writing} lang={lang} article={article} onAdd={(begun) => add(lang, begun)} />;
  const change = (changes: Partial<typeof text>) => writing.changeText(lang, changes);
  const titleError = errors[`${lang}.title`];
  const bodyError = errors[`${lang}.body`];
  const saved = article?.texts.find((one) => one.lang === lang);
  const head = (
    <>
      <legend className={styles.legend}>
        <span lang={HTML_LANG[lang]}>{OWN_NAME[lang]}</span> ·{" "}
        {isSource ? t("blog.write.original") : t("blog.write.translation")}
      </legend>
      <Review writing={writing} article={article} lang={lang} />
    </>
  );
  if (saved?.isLocked)
    return (
      <fieldset className={styles.pane}>
        {head}
        <LockedText text={saved} />
        <VersionsLink article={article} lang={lang} />
      </fieldset>
    );
  return (
    <fieldset className={styles.pane}>
      {head}
      {article && saved?.isOutdated && text.isOutdated && !text.isCurrent && (
        <SourceChanges article={article} text={saved} isChanged={writing.isChanged} />
      )}
      <TextField
        label={t("blog.write.textTitle")}
        required
        error={titleError && t(titleError)}
        lang={HTML_LANG[lang]}
        maxLength={200}
        data-title
        value={text.title}
        onChange={(event) => change({ title: event.target.value })}
      />
      <TextArea
        label={t("blog.write.summary")}
        hint={t("blog.write.summaryHint")}
        lang={HTML_LANG[lang]}
        rows={2}
        maxLength={500}
        value={text.summary}
        onChange={(event) => change({ summary: event.target.value })}
      />
      <Field label={t("blog.write.body")} required error={bodyError && t(bodyError)}>
        {(control) => (
          <RichTextEditor
            label={t("blog.write.body")}
            place="article"
            id={control.id}
            describedBy={control["aria-describedby"]}
            isInvalid={Boolean(bodyError)}
            lang={HTML_LANG[lang]}
            initial={text.body}
            onChange={(body) => change({ body })}
          />
        )}
      </Field>
      <LanguageQuestion
        content={`${text.title}\n${plainText(text.body)}`}
        stated={lang}
        onChange={isSource ? onChangeLanguage : undefined}
      />
      {text.suggested && <FromMemory suggested={text.suggested} body={text.body} lang={lang} />}
      <More writing={writing} lang={lang} />
      <VersionsLink article={article} lang={lang} />
      {writing.isWriter && <Submit writing={writing} lang={lang} isAgain={saved?.reviewState === "changes_asked"} />}
      {!isSource && <TranslationState writing={writing} lang={lang} onRemove={() => remove(lang)} />}
    </fieldset>
  );
}

function VersionsLink({ article, lang }: Pick<TextPaneProps, "article" | "lang">) {
  const { t } = useTranslation();
  const own = useLang();
  const slug = article?.texts.find((text) => text.lang === lang)?.slug;
  if (!slug) return null;
  return (
    <Link className={styles.versions} to={pathTo.blogHistory({ lang: own, blogId: slug }, { language: lang })}>
      {t("blog.history.title")}
    </Link>
  );
}

/** Rarely used settings. */
function More({ writing, lang }: Props) {
  const { t } = useTranslation();
  const text = writing.form.texts[lang] ?? EMPTY_TEXT;
  return (
    <>
      {writing.form.coverUrl.trim() && (
        <TextField
          label={t("blog.write.coverAlt")}
          lang={HTML_LANG[lang]}
          maxLength={500}
          value={text.coverAlt}
          onChange={(event) => writing.changeText(lang, { coverAlt: event.target.value })}
        />
      )}
      <TextField
        label={t("blog.write.slug")}
        hint={t("blog.write.slugHint")}
        maxLength={80}
        autoCapitalize="none"
        spellCheck={false}
        value={text.slug}
        onChange={(event) => writing.changeText(lang, { slug: event.target.value })}
      />
    </>
  );
}

interface TranslationStateProps extends Props {
  onRemove: () => void;
}

function TranslationState({ writing, lang, onRemove }: TranslationStateProps) {
  const { t } = useTranslation();
  const text = writing.form.texts[lang] ?? EMPTY_TEXT;
  return (
    <>
      {text.isOutdated && (
        <Notice tone="note">
          <p>{t("blog.write.outdatedText")}</p>
          <CheckField
            label={t("blog.write.isCurrent")}
            checked={text.isCurrent}
            onChange={(event) => writing.changeText(lang, { isCurrent: event.target.checked })}
          />
        </Notice>
      )}
      {!writing.isWriter && (
        <CheckField
          label={t("blog.write.publishText")}
          checked={text.isPublished}
          onChange={(event) => writing.changeText(lang, { isPublished: event.target.checked })}
        />
      )}
      <div>
        <Button look="quiet" onClick={onRemove}>
          {t("blog.write.removeTranslation")}
        </Button>
        <p className="small soft">{t("blog.write.removeTranslationText")}</p>
      </div>
    </>
  );
}
