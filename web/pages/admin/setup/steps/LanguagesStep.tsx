import { useState } from "react";
import { CheckField, SelectField } from "../../../../components/fields/Field";
import { HTML_LANG, OWN_NAME } from "../../../../lib/i18n";
import { isLang, LANGS, type Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import styles from "../Setup.module.css";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** The languages that visitors can choose, and the one that is used where a text is missing. */
export function LanguagesStep({ data }: StepProps) {
  const { t } = useTranslation();
  const control = useStep(data, "languages");
  const [chosen, setChosen] = useState<readonly Lang[]>(data.languages);
  const [first, setFirst] = useState<Lang>(data.defaultLanguage);
  const usual = chosen.includes(first) ? first : chosen[0];
  const toggle = (lang: Lang, isChosen: boolean) =>
    setChosen(LANGS.filter((one) => (one === lang ? isChosen : chosen.includes(one))));
  const handleSave = () => {
    if (usual) control.save({ languages: chosen, default_language: usual });
  };
  return (
    <StepForm
      title={t("admin.setup.languages.title")}
      lead={t("admin.setup.languages.lead")}
      control={control}
      mistake={chosen.length === 0 ? t("admin.setup.languages.missing") : null}
      onSave={handleSave}
    >
      <fieldset className={styles.checks} aria-label={t("admin.setup.languages.title")}>
        {LANGS.map((lang) => (
          <CheckField
            key={lang}
            label={OWN_NAME[lang]}
            lang={HTML_LANG[lang]}
            checked={chosen.includes(lang)}
            onChange={(event) => toggle(lang, event.target.checked)}
          />
        ))}
      </fieldset>
      {usual && (
        <SelectField
          label={t("admin.site.defaultLanguage")}
          value={usual}
          options={chosen.map((lang) => ({ value: lang, label: OWN_NAME[lang], lang: HTML_LANG[lang] }))}
          onChange={({ target: { value } }) => isLang(value) && setFirst(value)}
        />
      )}
    </StepForm>
  );
}
