import { useState } from "react";
import { SelectField } from "../../../components/fields/Field";
import { LanguageTabs, type TabState } from "../../../components/fields/LanguageTabs";
import type { BlogDraft } from "../../../generated/payloads";
import { useLang, usePage } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS, type Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import styles from "./Edit.module.css";
import { withSource } from "./form";
import { TextPane } from "./TextPane";
import type { Writing } from "./useArticleEditor";

interface Props {
  writing: Writing;
  article: BlogDraft | null;
}

/** The languages side by side: the original, and next to it the translation at work. On a phone, one at a time. */
export function LanguagePanes({ writing, article }: Props) {
  const { t } = useTranslation();
  const { form } = writing;
  const own = useLang();
  // The address may name the language, as the desk of translators does.
  const { query } = usePage();
  const asked = LANGS.find((lang) => lang === query.language);
  const [chosen, setChosen] = useState<Lang>(asked ?? (form.texts[own] ? own : form.sourceLanguage));
  const source = form.sourceLanguage;
  const languages = useLanguages(source, ...LANGS.filter((lang) => form.texts[lang]));
  const stateOf = useTabStates(writing, article);
  const changeSource = (wanted: Lang) => {
    writing.change(withSource(form, wanted));
    setChosen(wanted);
  };
  return (
    <div className="stack">
      {!article && <SourceLanguage writing={writing} onChange={changeSource} />}
      <LanguageTabs
        label={t("blog.write.languages")}
        languages={languages}
        chosen={chosen}
        stateOf={stateOf}
        onChoose={setChosen}
      />
      <div className={styles.panes} data-pair={chosen !== source || undefined}>
        <div className={styles.sourcePane} data-shown={chosen === source || undefined}>
          <TextPane
            key={source}
            writing={writing}
            lang={source}
            article={article}
            onChangeLanguage={article ? undefined : changeSource}
          />
        </div>
        {chosen !== source && <TextPane key={chosen} writing={writing} lang={chosen} article={article} />}
      </div>
    </div>
  );
}

interface SourceLanguageProps {
  writing: Writing;
  onChange: (lang: Lang) => void;
}

/** Choice of the original's language. */
function SourceLanguage({ writing, onChange }: SourceLanguageProps) {
  const { t } = useTranslation();
  const { form } = writing;
  const languages = useLanguages(form.sourceLanguage);
  const handleChange = (value: string) => {
    const wanted = LANGS.find((lang) => lang === value);
    if (wanted) onChange(wanted);
  };
  return (
    <div className={styles.sourceLanguage}>
      <SelectField
        label={t("blog.write.sourceLanguage")}
        value={form.sourceLanguage}
        options={languages.map((lang) => ({ value: lang, label: OWN_NAME[lang], lang: HTML_LANG[lang] }))}
        onChange={(event) => handleChange(event.target.value)}
      />
    </div>
  );
}

function useTabStates({ form, errors }: Writing, article: BlogDraft | null): (lang: Lang) => TabState {
  const { t } = useTranslation();
  return (lang) => {
    const text = form.texts[lang];
    if (!text) return { text: t("blog.write.none") };
    const tone = errors[`${lang}.title`] || errors[`${lang}.body`] ? "bad" : undefined;
    const review = article?.texts.find((one) => one.lang === lang)?.reviewState;
    if (review === "in_review" || review === "changes_asked") {
      return { text: t(`blog.write.review.state.${review}`), tone: review === "changes_asked" ? "bad" : tone };
    }
    if (lang === form.sourceLanguage) return { text: t("blog.write.original"), tone };
    if (text.isOutdated && !text.isCurrent) return { text: t("blog.write.outdated"), tone };
    return text.isPublished
      ? { text: t("blog.write.ready"), tone: tone ?? "good" }
      : { text: t("blog.write.draft"), tone };
  };
}
