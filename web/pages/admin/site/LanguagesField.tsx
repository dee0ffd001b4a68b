import { CheckField, SelectField } from "../../../components/fields/Field";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { isLang, LANGS, type Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";

interface Props {
  offered: readonly Lang[];
  defaultLanguage: Lang;
  onChange: (offered: readonly Lang[], defaultLanguage: Lang) => void;
}

/** Which languages the site offers, and the one for visitors without a preference, which is always among them. */
export function LanguagesField({ offered, defaultLanguage, onChange }: Props) {
  const { t } = useTranslation();
  const handleCheck = (lang: Lang, isOffered: boolean) =>
    onChange(
      LANGS.filter((one) => (one === lang ? isOffered : offered.includes(one))),
      defaultLanguage,
    );
  return (
    <>
      <fieldset className={parts.checks}>
        <legend>{t("admin.site.languages")}</legend>
        <p className="soft small">{t("admin.site.languagesHint")}</p>
        {LANGS.map((lang) => (
          <CheckField
            key={lang}
            label={OWN_NAME[lang]}
            hint={lang === defaultLanguage ? t("admin.site.languageIsDefault") : undefined}
            lang={HTML_LANG[lang]}
            checked={offered.includes(lang)}
            disabled={lang === defaultLanguage}
            onChange={(event) => handleCheck(lang, event.target.checked)}
          />
        ))}
      </fieldset>
      <SelectField
        label={t("admin.site.defaultLanguage")}
        value={defaultLanguage}
        options={offered.map((lang) => ({ value: lang, label: OWN_NAME[lang], lang: HTML_LANG[lang] }))}
        onChange={({ target: { value } }) => isLang(value) && onChange(offered, value)}
      />
    </>
  );
}
