import { TextArea, TextField } from "../../../components/fields/Field";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import styles from "./parts.module.css";
import type { TextMistakes, Texts, Words } from "./texts";

interface Props {
  texts: Texts;
  labels: Words;
  longestDescription: number;
  mistakes: TextMistakes | null;
  onChange: (lang: Lang, changes: Partial<Words>) => void;
  /** More fields of the same language. */
  more?: (lang: Lang) => React.ReactNode;
}

/** Name and description, language after language. */
export function TextFields({ texts, labels, longestDescription, mistakes, onChange, more }: Props) {
  const { t } = useTranslation();
  return useLanguages().map((lang) => {
    const mistake = mistakes?.names[lang];
    return (
      <fieldset key={lang} className={styles.language}>
        <legend lang={HTML_LANG[lang]}>{OWN_NAME[lang]}</legend>
        <TextField
          label={labels.name}
          lang={HTML_LANG[lang]}
          value={texts[lang].name}
          error={mistake && t(mistake)}
          onChange={(event) => onChange(lang, { name: event.target.value })}
        />
        <TextArea
          label={labels.description}
          lang={HTML_LANG[lang]}
          rows={2}
          maxLength={longestDescription}
          value={texts[lang].description}
          onChange={(event) => onChange(lang, { description: event.target.value })}
        />
        {more?.(lang)}
      </fieldset>
    );
  });
}
