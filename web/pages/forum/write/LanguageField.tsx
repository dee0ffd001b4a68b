import { GlobeIcon } from "../../../components/icons";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS, type Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import styles from "./write.module.css";

interface Props {
  value: Lang;
  onChange: (lang: Lang) => void;
}

/** The language that a text is written in. It follows the words until the writer has said otherwise. */
export function LanguageField({ value, onChange }: Props) {
  const { t } = useTranslation();
  const languages = useLanguages(value);
  const handleChange = (chosen: string) => {
    const lang = LANGS.find((one) => one === chosen);
    if (lang) onChange(lang);
  };
  return (
    <label className={styles.language}>
      <GlobeIcon size={18} />
      <span className="visually-hidden">{t("forum.write.language")}</span>
      <select value={value} onChange={(event) => handleChange(event.target.value)}>
        {languages.map((lang) => (
          <option key={lang} value={lang} lang={HTML_LANG[lang]}>
            {OWN_NAME[lang]}
          </option>
        ))}
      </select>
    </label>
  );
}
