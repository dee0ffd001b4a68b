import { useState } from "react";
import { Button } from "../../../components/Button";
import { TextArea, TextField } from "../../../components/fields/Field";
import { useLang } from "../../../lib/context";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useTranslation } from "../../../lib/texts";
import { useLanguages } from "../../../lib/useLanguages";
import styles from "./ServiceEditor.module.css";
import type { Words } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

/** Name, description and place, one language at a time. */
export function ServiceTexts({ draft, errors, change }: EditorPart) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const [shown, setShown] = useState(useLang());
  const words = draft.texts[shown];
  const lang = HTML_LANG[shown];
  const nameError = errors[`name.${shown}`] ?? errors.texts;
  const write = (changes: Partial<Words>) => change({ texts: { ...draft.texts, [shown]: { ...words, ...changes } } });
  return (
    <fieldset className={styles.part}>
      <legend>{t("admin.service.texts")}</legend>
      <p className="soft small">{t("admin.service.textsHint")}</p>
      <div className={styles.tabs}>
        {languages.map((one) => (
          <Button key={one} lang={HTML_LANG[one]} aria-pressed={one === shown} onClick={() => setShown(one)}>
            {OWN_NAME[one]}
            <span aria-hidden="true">{errors[`name.${one}`] ? "!" : draft.texts[one].name.trim() ? "✓" : ""}</span>
          </Button>
        ))}
      </div>
      <TextField
        key={`name ${shown}`}
        label={t("admin.service.name")}
        required
        lang={lang}
        maxLength={120}
        value={words.name}
        error={nameError && t(nameError)}
        onChange={(event) => write({ name: event.target.value })}
      />
      <TextArea
        key={`description ${shown}`}
        label={t("admin.service.description")}
        lang={lang}
        maxLength={4000}
        value={words.description}
        onChange={(event) => write({ description: event.target.value })}
      />
      <TextField
        key={`place ${shown}`}
        label={t("book.view.fact.place")}
        lang={lang}
        maxLength={200}
        value={words.place}
        onChange={(event) => write({ place: event.target.value })}
      />
    </fieldset>
  );
}
