import { useState } from "react";
import { AudienceField } from "../../../components/fields/AudienceField";
import { CheckField, SelectField, TextField } from "../../../components/fields/Field";
import type { AdminResource, AdminResourceCategory, Audience } from "../../../generated/payloads";
import { nameOfFile } from "../../../lib/api/memberFiles";
import { saveResource } from "../../../lib/api/resources";
import { useLang } from "../../../lib/context";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS, type Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { TextFields } from "../parts/TextFields";
import type { Words } from "../parts/texts";
import { findCategoryName, findReaders } from "./categoryName";
import { FileChooser } from "./FileChooser";
import styles from "./resources.module.css";
import { findResourceMistakes, hasMistake, KINDS, type ResourceValues, readResource, toSave } from "./resourceValues";

interface Props {
  /** Left out for a new one. */
  resource?: AdminResource;
  category: string;
  categories: readonly AdminResourceCategory[];
  audiences: readonly Audience[];
  onDone: () => void;
}

const MAX_DESCRIPTION = 2000;

export function ResourceForm({ resource, category, categories, audiences, onDone }: Props) {
  const { t } = useTranslation();
  const created = () => readResource(resource, category, findReaders(categories, category) ?? audiences[0]?.id ?? null);
  const { values, change, changeText, mistakes, action, save, draft } = useResourceForm(
    resource,
    category,
    categories,
    created,
    onDone,
  );
  const readers = findReaders(categories, values.categoryId);
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone} mistake={mistakes?.all && t(mistakes.all)} draft={draft}>
      <TextField
        label={t("admin.resources.url")}
        // The original name of an uploaded file, which its address does not show.
        hint={nameOfFile(values.url) ?? t("admin.resources.urlHint")}
        required
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        value={values.url}
        error={mistakes?.url && t(mistakes.url)}
        onChange={(event) => change({ url: event.target.value })}
      />
      <Place values={values} categories={categories} onChange={change} />
      {!readers && (
        <AudienceField audiences={audiences} value={values.groupId} onChange={(groupId) => change({ groupId })} />
      )}
      <FileChooser audience={readers ?? values.groupId} onUploaded={(url) => change({ url, kind: "document" })} />
      <ContentLanguages
        chosen={values.contentLanguages}
        onChange={(contentLanguages) => change({ contentLanguages })}
      />
      <TextFields
        texts={values.texts}
        labels={{ name: t("admin.resources.name"), description: t("admin.resources.description") }}
        longestDescription={MAX_DESCRIPTION}
        mistakes={mistakes}
        onChange={changeText}
      />
      <CheckField
        label={t("admin.resources.isPublished")}
        checked={values.isPublished}
        onChange={(event) => change({ isPublished: event.target.checked })}
      />
    </SaveForm>
  );
}

function useResourceForm(
  resource: AdminResource | undefined,
  category: string,
  categories: readonly AdminResourceCategory[],
  create: () => ResourceValues,
  onDone: () => void,
) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveResource);
  const [id] = useState(() => resource?.id ?? newId());
  const [values, setValues] = useState(create);
  const [isChecked, setChecked] = useState(false);
  const place = resource?.id ?? `new:${category}`;
  const draft = useFormDraft(`resource:${place}`, values, setValues, String(resource?.version ?? 0));
  const mistakes = findResourceMistakes(values);

  // A file that was long on its way answers to an older drawing of the form.
  const change = (changes: Partial<ResourceValues>) => setValues((now) => ({ ...now, ...changes }));
  const changeText = (lang: Lang, changes: Partial<Words>) =>
    change({ texts: { ...values.texts, [lang]: { ...values.texts[lang], ...changes } } });
  const save = async () => {
    setChecked(true);
    if (hasMistake(mistakes)) return;
    const outcome = await action.run(
      toSave(id, resource?.version ?? 0, {
        ...values,
        groupId: findReaders(categories, values.categoryId) ?? values.groupId,
      }),
    );
    // A new one whose answer was lost has been saved already: its id is taken, by itself.
    if (!outcome || (outcome.failure && (resource || outcome.failure.code !== "23505"))) return;
    draft.settle(values);
    showToast(t("admin.resources.saved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return { values, change, changeText, mistakes: isChecked ? mistakes : null, action, save, draft };
}

interface PlaceProps {
  values: ResourceValues;
  categories: readonly AdminResourceCategory[];
  onChange: (changes: Partial<ResourceValues>) => void;
}

function Place({ values, categories, onChange }: PlaceProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const chosen = categories.find((one) => one.id === values.categoryId);
  return (
    <>
      <SelectField
        label={t("admin.resources.kind")}
        value={values.kind}
        options={KINDS.map((kind) => ({ value: kind, label: t(`resources.kind.${kind}`) }))}
        onChange={(event) => {
          const kind = KINDS.find((one) => one === event.target.value);
          if (kind) onChange({ kind });
        }}
      />
      <SelectField
        label={t("admin.resources.category")}
        value={values.categoryId}
        hint={chosen?.groupId ? t("admin.resources.readersOfCategory") : undefined}
        options={categories
          .filter((one) => !one.groupId || one.mayChange || one === chosen)
          .map((one) => ({ value: one.id, label: findCategoryName(one, lang).name }))}
        onChange={(event) => onChange({ categoryId: event.target.value })}
      />
    </>
  );
}

interface ContentLanguagesProps {
  chosen: readonly Lang[];
  onChange: (chosen: Lang[]) => void;
}

function ContentLanguages({ chosen, onChange }: ContentLanguagesProps) {
  const { t } = useTranslation();
  return (
    <fieldset className={styles.checks}>
      <legend>{t("admin.resources.contentLanguages")}</legend>
      {LANGS.map((lang) => (
        <CheckField
          key={lang}
          label={OWN_NAME[lang]}
          lang={HTML_LANG[lang]}
          checked={chosen.includes(lang)}
          onChange={(event) =>
            onChange(event.target.checked ? [...chosen, lang] : chosen.filter((one) => one !== lang))
          }
        />
      ))}
    </fieldset>
  );
}
