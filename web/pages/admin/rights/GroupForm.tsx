import { useState } from "react";
import { CheckField, SelectField, TextField } from "../../../components/fields/Field";
import type { AdminGroupPayload } from "../../../generated/payloads";
import { saveGroup } from "../../../lib/api/rights/groups";
import { suggestSlug } from "../../../lib/api/slug";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { TextFields } from "../parts/TextFields";
import { findTextMistakes, namedLanguages, readTexts, type Texts, type Words } from "../parts/texts";

interface Props {
  /** Left out for a new one. */
  group?: Pick<AdminGroupPayload, "group" | "texts">;
  onDone?: () => void;
}

interface GroupValues {
  slug: string;
  joining: (typeof JOINING)[number];
  isListed: boolean;
  texts: Texts;
}

const JOINING = ["open", "request", "invitation"] as const;
const MAX_DESCRIPTION = 500;

/** Name and description in each language, who may join and who sees that it exists. */
export function GroupForm({ group, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, changeText, mistakes, slugMistake, action, save, draft } = useGroupForm(group, onDone);
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone} mistake={mistakes?.all && t(mistakes.all)} draft={draft}>
      <TextFields
        texts={values.texts}
        labels={{ name: t("admin.forums.name"), description: t("admin.forums.description") }}
        longestDescription={MAX_DESCRIPTION}
        mistakes={mistakes}
        onChange={changeText}
      />
      {!group && (
        <TextField
          label={t("admin.forums.slug")}
          hint={t("admin.groups.slugHint")}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={values.slug}
          error={slugMistake && t(slugMistake)}
          onChange={(event) => change({ slug: event.target.value })}
        />
      )}
      <SelectField
        label={t("admin.groups.joining")}
        value={values.joining}
        options={JOINING.map((value) => ({ value, label: t(`groups.joining.${value}`) }))}
        onChange={(event) => change({ joining: JOINING.find((one) => one === event.target.value) ?? "request" })}
      />
      <CheckField
        label={t("admin.groups.listed")}
        hint={t("admin.groups.listedHint")}
        checked={values.isListed}
        onChange={(event) => change({ isListed: event.target.checked })}
      />
    </SaveForm>
  );
}

function useGroupForm(group: Props["group"], onDone?: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveGroup);
  const [id] = useState(() => group?.group.id ?? newId());
  const [isSlugOwn, setSlugOwn] = useState(group !== undefined);
  const [isChecked, setChecked] = useState(false);
  const [values, setValues] = useState<GroupValues>(() => ({
    slug: group?.group.slug ?? "",
    joining: group?.group.joining ?? "request",
    isListed: group?.group.isListed ?? true,
    texts: readTexts((lang) => group?.texts.find((text) => text.lang === lang)),
  }));
  const draft = useFormDraft(`group:${group?.group.id ?? "new"}`, values, setValues);
  const mistakes = findTextMistakes(values.texts, 80, {
    tooLong: "admin.forums.error.nameLine",
    onlyDescription: "admin.forums.error.nameForText",
    none: "admin.groups.error.name",
  });
  const hasSlug = /^[a-z0-9]+(-[a-z0-9]+)*$/.test(values.slug) && values.slug.length <= 60;
  const change = (changes: Partial<GroupValues>) => {
    if (changes.slug !== undefined) setSlugOwn(true);
    setValues({ ...values, ...changes });
  };
  const changeText = (lang: Lang, changes: Partial<Words>) => {
    const texts = { ...values.texts, [lang]: { ...values.texts[lang], ...changes } };
    const slug = isSlugOwn ? values.slug : suggestSlug(texts.en.name || texts.ms.name || texts.vi.name);
    setValues({ ...values, texts, slug });
  };
  const save = async () => {
    setChecked(true);
    if (mistakes.all || Object.keys(mistakes.names).length > 0 || !hasSlug) return;
    const texts = Object.fromEntries(namedLanguages(values.texts).map((lang) => [lang, values.texts[lang]]));
    const { slug, joining, isListed: is_listed } = values;
    const outcome = await action.run({ id, slug, joining, is_listed, texts });
    if (!outcome || outcome.failure) return;
    draft.settle(values);
    showToast(t("admin.groups.saved"), { tone: "success" });
    await refresh();
    onDone?.();
  };
  const slugMistake = isChecked && !hasSlug ? "admin.forums.error.slug" : null;
  return { values, change, changeText, mistakes: isChecked ? mistakes : null, slugMistake, action, save, draft };
}
