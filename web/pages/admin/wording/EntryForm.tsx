import { useState } from "react";
import { TextArea } from "../../../components/fields/Field";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { HTML_LANG } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { SaveForm } from "../parts/SaveForm";
import { findMistake, MAX_LENGTH, valuesOf } from "./texts";
import { useSaveWording } from "./useWording";

interface Props {
  entry: { key: string; original: string; text: string };
  lang: Lang;
  onDone: () => void;
}

/** Values such as {{count}} are filled in by the program, so both texts have the same ones. */
export function EntryForm({ entry, lang, onDone }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState(entry.text);
  const [isTried, setTried] = useState(false);
  useUnsaved(text !== entry.text);
  const { save, saving } = useSaveWording(lang);
  const mistake = findMistake(entry.original, text);
  const values = valuesOf(entry.original).map((name) => `{{${name}}}`);
  const handleSave = async () => {
    setTried(true);
    if (!mistake && (await save({ ...entry, text: text.trim() }))) onDone();
  };
  return (
    <SaveForm action={saving} onSave={handleSave} onCancel={onDone}>
      <TextArea
        label={t("admin.wording.text")}
        hint={values.length > 0 ? t("admin.wording.valuesHint", { values: values.join(" ") }) : undefined}
        required
        rows={2}
        autoFocus
        lang={HTML_LANG[lang]}
        maxLength={MAX_LENGTH}
        value={text}
        error={isTried && mistake ? t(mistake) : null}
        onChange={(event) => setText(event.target.value.replaceAll("\n", " "))}
      />
    </SaveForm>
  );
}
