import { SelectField } from "../../../components/fields/Field";
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
  const options = useLanguages(value).map((lang) => ({ value: lang, label: OWN_NAME[lang], lang: HTML_LANG[lang] }));
  const handleChange = (chosen: string) => {
    const lang = LANGS.find((one) => one === chosen);
    if (lang) onChange(lang);
  };
  return (
    <div className={styles.language}>
      <SelectField
        label={t("forum.write.language")}
        value={value}
        options={options}
        onChange={(event) => handleChange(event.target.value)}
      />
    </div>
  );
}
