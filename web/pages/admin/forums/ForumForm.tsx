import { useState } from "react";
import { SelectField, TextField } from "../../../components/fields/Field";
import type { AdminForum } from "../../../generated/payloads";
import { saveForum } from "../../../lib/api/forum";
import { suggestSlug } from "../../../lib/api/slug";
import { useFormDraft } from "../../../lib/forms/useFormDraft";
import type { Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { TextFields } from "../parts/TextFields";
import type { Words } from "../parts/texts";
import { type ForumValues, findForumMistakes, hasMistake, readForum, toDraft } from "./forumValues";

interface Props {
  /** Left out for a new one. */
  forum?: AdminForum;
  onDone: () => void;
}

const WINDOWS = [1, 24, 7 * 24, 30 * 24];
const MAX_DESCRIPTION = 500;

export function ForumForm({ forum, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, changeText, mistakes, action, save, draft } = useForumForm(forum, onDone);
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone} mistake={mistakes?.all && t(mistakes.all)} draft={draft}>
      <TextFields
        texts={values.texts}
        labels={{ name: t("admin.forums.name"), description: t("admin.forums.description") }}
        longestDescription={MAX_DESCRIPTION}
        mistakes={mistakes}
        onChange={changeText}
      />
      {!forum && (
        <TextField
          label={t("admin.forums.slug")}
          hint={t("admin.forums.slugHint")}
          required
          autoCapitalize="none"
          spellCheck={false}
          value={values.slug}
          error={mistakes?.slug && t(mistakes.slug)}
          onChange={(event) => change({ slug: event.target.value })}
        />
      )}
      <EditWindow value={values.editWindowHours} onChange={(editWindowHours) => change({ editWindowHours })} />
    </SaveForm>
  );
}

function useForumForm(forum: AdminForum | undefined, onDone: () => void) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveForum);
  const [id] = useState(() => forum?.id ?? newId());
  const [values, setValues] = useState(() => readForum(forum));
  const [isSlugOwn, setSlugOwn] = useState(forum !== undefined);
  const [isChecked, setChecked] = useState(false);
  const draft = useFormDraft(`forum:${forum?.id ?? "new"}`, values, setValues);
  const mistakes = findForumMistakes(values);

  const change = (changes: Partial<ForumValues>) => {
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
    if (hasMistake(mistakes)) return;
    const outcome = await action.run(toDraft(id, values));
    if (!outcome || outcome.failure) return;
    draft.settle(values);
    showToast(t("admin.forums.saved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return { values, change, changeText, mistakes: isChecked ? mistakes : null, action, save, draft };
}

interface EditWindowProps {
  value: number | null;
  onChange: (hours: number | null) => void;
}

function EditWindow({ value, onChange }: EditWindowProps) {
  const { t } = useTranslation();
  const hours = value === null || WINDOWS.includes(value) ? WINDOWS : [...WINDOWS, value];
  const label = (count: number) =>
    count % 24 === 0 && count > 24
      ? t("admin.forums.editWindow.days", { count: count / 24 })
      : t("admin.forums.editWindow.hours", { count });
  return (
    <SelectField
      label={t("admin.forums.editWindow")}
      value={value === null ? "" : String(value)}
      options={[
        { value: "", label: t("admin.forums.editWindow.always") },
        ...hours.map((count) => ({ value: String(count), label: label(count) })),
      ]}
      onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
    />
  );
}
