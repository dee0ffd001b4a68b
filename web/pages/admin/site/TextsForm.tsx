import { useState } from "react";
import { Field, TextArea, TextField } from "../../../components/fields/Field";
import { RichTextEditor } from "../../../components/richTextEditor/RichTextEditor";
import type { AdminSiteText } from "../../../generated/payloads";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { asJson, write } from "../../../lib/requests/write";
import { MAX_ARTICLE, storedSize } from "../../../lib/richText/schema";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";

interface Props {
  text: AdminSiteText;
  /** Editors weigh much: only those of the shown language are there. */
  isShown: boolean;
}

export function TextsForm({ text, isShown }: Props) {
  const { t } = useTranslation();
  const { values, change, errors, save, saving, draft } = useWords(text);
  const lang = HTML_LANG[text.lang];
  const document = (name: "home" | "about", label: string) => (
    <Field label={label} error={errors[name] && t(errors[name])}>
      {(control) => (
        <RichTextEditor
          label={label}
          key={draft.revision}
          id={control.id}
          describedBy={control["aria-describedby"]}
          isInvalid={Boolean(errors[name])}
          lang={lang}
          initial={values[name]}
          onChange={(body) => change({ [name]: body })}
        />
      )}
    </Field>
  );
  return (
    <SaveForm
      action={saving}
      onSave={save}
      label={t("admin.site.saveWords", { language: OWN_NAME[text.lang] })}
      draft={draft}
    >
      <TextField
        label={t("admin.site.name")}
        hint={t("admin.site.emptyHint")}
        lang={lang}
        maxLength={80}
        error={errors.name && t(errors.name)}
        value={values.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label={t("admin.site.tagline")}
        hint={t("admin.site.emptyHint")}
        lang={lang}
        maxLength={200}
        error={errors.tagline && t(errors.tagline)}
        value={values.tagline}
        onChange={(event) => change({ tagline: event.target.value })}
      />
      <TextArea
        label={t("admin.site.openingHours")}
        lang={lang}
        rows={3}
        maxLength={1000}
        value={values.openingHours}
        onChange={(event) => change({ openingHours: event.target.value })}
      />
      {isShown && document("home", t("admin.site.home"))}
      {isShown && document("about", t("admin.site.about"))}
    </SaveForm>
  );
}

function useWords(text: AdminSiteText) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [values, setValues] = useState(text);
  const [isTried, setTried] = useState(false);
  const draft = useFormDraft(`site:texts:${text.lang}`, values, setValues);
  const errors = findErrors(values);
  const saving = useAction(() => {
    const row = {
      name: values.name.trim(),
      tagline: values.tagline.trim(),
      opening_hours: values.openingHours.trim(),
      home: asJson(values.home),
      about: asJson(values.about),
    };
    return write((supabase) =>
      supabase.from("site_texts").update(row).eq("language", text.lang).select("language").single(),
    );
  });
  const save = async () => {
    setTried(true);
    if (Object.values(errors).some(Boolean)) return;
    const outcome = await saving.run();
    if (!outcome || outcome.failure) return;
    draft.settle(values);
    showToast(t("admin.site.saved"), { tone: "success" });
    await refresh();
  };
  const change = (changes: Partial<AdminSiteText>) => setValues((before) => ({ ...before, ...changes }));
  return { values, change, errors: isTried ? errors : NO_ERRORS, save, saving, draft };
}

type Errors = Record<"name" | "tagline" | "home" | "about", string | null>;

const NO_ERRORS: Errors = { name: null, tagline: null, home: null, about: null };

/** Keys of interface texts. \p{C}: controls and direction marks, which a name may not hold. */
function findErrors({ name, tagline, home, about }: AdminSiteText): Errors {
  const isTooLong = (document: AdminSiteText["home"]) => storedSize(document) > MAX_ARTICLE;
  return {
    name: /\p{C}/u.test(name) ? "admin.site.error.name" : null,
    tagline: /\p{C}/u.test(tagline) ? "admin.site.error.tagline" : null,
    home: isTooLong(home) ? "admin.site.error.long" : null,
    about: isTooLong(about) ? "admin.site.error.long" : null,
  };
}
