import { useState } from "react";
import type { AdminSiteText } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { FormSection } from "../parts/FormSections";
import styles from "./Site.module.css";
import { TextsForm } from "./TextsForm";

interface Props {
  texts: AdminSiteText[];
}

/** One language at a time; each is saved on its own, and what was typed in the others stays. */
export function SiteTexts({ texts }: Props) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState(useLang());
  return (
    <FormSection id="site-words" title={t("admin.site.words")}>
      <fieldset className="cluster" aria-label={t("blog.write.languages")}>
        {texts.map(({ lang }) => (
          <button
            key={lang}
            type="button"
            className={styles.tab}
            lang={HTML_LANG[lang]}
            aria-pressed={lang === chosen}
            onClick={() => setChosen(lang)}
          >
            {OWN_NAME[lang]}
          </button>
        ))}
      </fieldset>
      {texts.map((text) => (
        <div key={text.lang} hidden={text.lang !== chosen}>
          <TextsForm text={text} isShown={text.lang === chosen} />
        </div>
      ))}
    </FormSection>
  );
}
