import { useState } from "react";
import { AudienceField } from "../../../components/fields/AudienceField";
import { CheckField, SelectField } from "../../../components/fields/Field";
import type { AdminResource, AdminResourceCategory, Audience } from "../../../generated/payloads";
import { saveResource } from "../../../lib/api/resources";
import { MEMBERS } from "../../../lib/audiences";
import { useLang } from "../../../lib/context";
import { formatList } from "../../../lib/format/format";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import { OWN_NAME } from "../../../lib/i18n";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useLanguages } from "../../../lib/useLanguages";
import { SaveForm } from "../parts/SaveForm";
import { TextFields } from "../parts/TextFields";
import type { Words } from "../parts/texts";
import { findCategoryName, findReaders } from "./categoryName";
import { FileField } from "./FileField";
import {
  changeScope,
  findLeftBehind,
  findResourceMistakes,
  hasMistake,
  KINDS,
  type ResourceValues,
  readResource,
  toSave,
} from "./resourceValues";

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
  const lang = useLang();
  const created = () => readResource(resource, category, findReaders(categories, category) ?? audiences[0]?.id ?? null);
  const { values, change, changeText, changeFile, mistakes, action, save, draft } = useResourceForm(
    resource,
    category,
    categories,
    created,
    onDone,
  );
  const readers = findReaders(categories, values.categoryId);
  // A public file can be for members only.
  const [isForMembers, setForMembers] = useState(false);
  const audience = readers ?? values.groupId;
  const left = findLeftBehind(resource, values);
  const fileField = (language: Lang | null) => (
    <FileField
      key={language}
      resource={resource?.id}
      saved={resource?.files.find((one) => one.language === language)}
      value={language ? values.files[language] : values.url}
      error={language ? mistakes?.files[language] : mistakes?.url}
      required={language === null}
      audience={audience ?? (isForMembers ? MEMBERS : null)}
      onChange={(address) => changeFile(language, address)}
      onUploaded={(address) => changeFile(language, address, "document")}
    />
  );
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone} mistake={mistakes?.all && t(mistakes.all)} draft={draft}>
      <Place values={values} categories={categories} onChange={change} />
      {!readers && (
        <AudienceField audiences={audiences} value={values.groupId} onChange={(groupId) => change({ groupId })} />
      )}
      <SelectField
        label={t("admin.resources.files")}
        hint={values.isForAll ? undefined : t("admin.resources.filesBelow")}
        value={values.isForAll ? "all" : "each"}
        options={(["all", "each"] as const).map((value) => ({ value, label: t(`admin.resources.files.${value}`) }))}
        onChange={(event) => change(changeScope(values, event.target.value === "all", lang))}
      />
      {audience === null && (
        <CheckField
          label={t("admin.resources.forMembers")}
          checked={isForMembers}
          onChange={(event) => setForMembers(event.target.checked)}
        />
      )}
      {values.isForAll && fileField(null)}
      <TextFields
        texts={values.texts}
        labels={{ name: t("admin.resources.name"), description: t("admin.resources.description") }}
        longestDescription={MAX_DESCRIPTION}
        mistakes={mistakes}
        onChange={changeText}
        more={(language) => !values.isForAll && fileField(language)}
      />
      {left.length > 0 && (
        <CheckField
          label={t("admin.resources.marksOthers", {
            languages: formatList(
              lang,
              left.map((one) => OWN_NAME[one]),
            ),
          })}
          hint={t("admin.resources.marksOthersHint")}
          checked={values.marksOthers}
          onChange={(event) => change({ marksOthers: event.target.checked })}
        />
      )}
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
  const mistakes = findResourceMistakes(values, useLanguages());

  // A file that was long on its way answers to an older drawing of the form.
  const change = (changes: Partial<ResourceValues>) => setValues((now) => ({ ...now, ...changes }));
  const changeText = (lang: Lang, changes: Partial<Words>) =>
    change({ texts: { ...values.texts, [lang]: { ...values.texts[lang], ...changes } } });
  const changeFile = (lang: Lang | null, address: string, kind?: ResourceValues["kind"]) =>
    setValues((now) => ({
      ...now,
      kind: kind ?? now.kind,
      ...(lang ? { files: { ...now.files, [lang]: address } } : { url: address }),
    }));
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
  return { values, change, changeText, changeFile, mistakes: isChecked ? mistakes : null, action, save, draft };
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
