import { useState } from "react";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/FailureNotice";
import { SelectField, TextArea, TextField } from "../../../components/Field";
import { Notice } from "../../../components/Notice";
import type { AdminForum } from "../../../generated/payloads";
import { saveForum } from "../../../lib/forum";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { newId } from "../../../lib/newId";
import { LANGS, type Lang } from "../../../lib/page";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useAction, useRefresh } from "../../../lib/useAction";
import styles from "./forums.module.css";
import { type ForumValues, findForumMistakes, hasMistake, readForum, suggestSlug, toDraft } from "./forumValues";

interface Props {
  /** Left out for a new one. */
  forum?: AdminForum;
  onDone: () => void;
}

const WINDOWS = [1, 24, 7 * 24, 30 * 24];
const LONGEST_DESCRIPTION = 500;

export function ForumForm({ forum, onDone }: Props) {
  const { t } = useTranslation();
  const { values, change, changeText, mistakes, action, save } = useForumForm(forum, onDone);
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      {LANGS.map((lang) => (
        <TextFields
          key={lang}
          lang={lang}
          values={values}
          mistake={mistakes?.names[lang]}
          onChange={(changes) => changeText(lang, changes)}
        />
      ))}
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
      {mistakes?.all && (
        <Notice tone="bad" isAlert>
          {t(mistakes.all)}
        </Notice>
      )}
      <FailureNotice failure={action.failure} onRetry={save} />
      <div className="cluster">
        <Button type="submit" look="primary" isBusy={action.isRunning}>
          {t("common.save")}
        </Button>
        <Button look="quiet" onClick={onDone}>
          {t("common.cancel")}
        </Button>
      </div>
    </form>
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
  const mistakes = findForumMistakes(values);

  const change = (changes: Partial<ForumValues>) => {
    if (changes.slug !== undefined) setSlugOwn(true);
    setValues({ ...values, ...changes });
  };
  const changeText = (lang: Lang, changes: Partial<ForumValues["texts"][Lang]>) => {
    const texts = { ...values.texts, [lang]: { ...values.texts[lang], ...changes } };
    const slug = isSlugOwn ? values.slug : suggestSlug(texts.en.name || texts.ms.name || texts.vi.name);
    setValues({ ...values, texts, slug });
  };
  const save = async () => {
    setChecked(true);
    if (hasMistake(mistakes)) return;
    const outcome = await action.run(toDraft(id, values));
    if (!outcome || outcome.failure) return;
    showToast(t("admin.forums.saved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return { values, change, changeText, mistakes: isChecked ? mistakes : null, action, save };
}

interface TextFieldsProps {
  lang: Lang;
  values: ForumValues;
  mistake: string | undefined;
  onChange: (changes: Partial<ForumValues["texts"][Lang]>) => void;
}

function TextFields({ lang, values, mistake, onChange }: TextFieldsProps) {
  const { t } = useTranslation();
  const text = values.texts[lang];
  return (
    <fieldset className={styles.language}>
      <legend lang={HTML_LANG[lang]}>{OWN_NAME[lang]}</legend>
      <TextField
        label={t("admin.forums.name")}
        lang={HTML_LANG[lang]}
        value={text.name}
        error={mistake && t(mistake)}
        onChange={(event) => onChange({ name: event.target.value })}
      />
      <TextArea
        label={t("admin.forums.description")}
        lang={HTML_LANG[lang]}
        rows={2}
        maxLength={LONGEST_DESCRIPTION}
        value={text.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
    </fieldset>
  );
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
