import { TextArea, TextField } from "../../../../components/fields/Field";
import { LanguageTabs } from "../../../../components/fields/LanguageTabs";
import { PictureField } from "../../../../components/fields/PictureField";
import { HTML_LANG } from "../../../../lib/i18n";
import type { Lang } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";
import { CARD, sourceOf } from "../../../../lib/uploads/pictures";
import { useLanguages } from "../../../../lib/useLanguages";
import { FormSection } from "../../parts/FormSections";
import styles from "./ServiceEditor.module.css";
import type { Words } from "./serviceDraft";
import type { EditorPart } from "./serviceForm";

interface Props extends EditorPart {
  shown: Lang;
  onShow: (lang: Lang) => void;
}

/** Name, description and place, one language at a time, and the picture. */
export function ServiceTexts({ draft, errors, change, shown, onShow }: Props) {
  const { t } = useTranslation();
  const languages = useLanguages();
  const words = draft.texts[shown];
  const lang = HTML_LANG[shown];
  const nameError = errors[`name.${shown}`] ?? errors.texts;
  const write = (changes: Partial<Words>) => change({ texts: { ...draft.texts, [shown]: { ...words, ...changes } } });
  return (
    <FormSection id="service-texts" title={t("admin.service.texts")} lead={t("admin.service.textsHint")}>
      <LanguageTabs
        label={t("blog.write.languages")}
        languages={languages}
        chosen={shown}
        onChoose={onShow}
        stateOf={(one) => {
          if (errors[`name.${one}`]) return { text: t("admin.page.tab.wrong"), tone: "bad" };
          return draft.texts[one].name.trim()
            ? { text: t("blog.write.ready"), tone: "good" }
            : { text: t("blog.write.none") };
        }}
      />
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
      <PictureField
        label={t("admin.service.picture")}
        hint={t("admin.service.pictureHint")}
        address={draft.pictureUrl}
        onChange={(pictureUrl) => change({ pictureUrl })}
      >
        {draft.pictureUrl && (
          <img className={styles.picture} {...sourceOf(draft.pictureUrl, CARD)} alt="" width="640" height="427" />
        )}
      </PictureField>
    </FormSection>
  );
}
