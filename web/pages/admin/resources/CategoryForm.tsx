import { useState } from "react";
import { AudienceField } from "../../../components/fields/AudienceField";
import { TextField } from "../../../components/fields/Field";
import type { AdminResourceCategory, Audience } from "../../../generated/payloads";
import { saveCategory } from "../../../lib/api/resources";
import { suggestSlug } from "../../../lib/api/slug";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { HTML_LANG, OWN_NAME } from "../../../lib/i18n";
import { LANGS, type Lang } from "../../../lib/page";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useLanguages } from "../../../lib/useLanguages";
import { SaveForm } from "../parts/SaveForm";

interface Props {
  /** Left out for a new one. */
  category?: AdminResourceCategory;
  audiences: readonly Audience[];
  onDone: () => void;
}

export function CategoryForm({ category, audiences, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveCategory);
  const [id] = useState(() => category?.id ?? newId());
  const [names, setNames] = useState(() => readNames(category));
  const savedGroup = category ? category.groupId : (audiences[0]?.id ?? null);
  const [groupId, setGroupId] = useState(savedGroup);
  const [isChecked, setChecked] = useState(false);
  const languages = useLanguages();
  const saved = readNames(category);
  useUnsaved(groupId !== savedGroup || LANGS.some((lang) => names[lang] !== saved[lang]));
  const isNamed = LANGS.some((lang) => names[lang].trim() !== "");

  const save = async () => {
    setChecked(true);
    if (!isNamed) return;
    const slug = category?.slug ?? (suggestSlug(names.en || names.ms || names.vi) || `shelf-${id.slice(0, 8)}`);
    const outcome = await action.run({ category: { id, slug, group_id: groupId }, names });
    if (!outcome || outcome.failure) return;
    showToast(t("admin.resources.categorySaved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return (
    <SaveForm action={action} onSave={save} onCancel={onDone}>
      {languages.map((lang, place) => (
        <TextField
          key={lang}
          label={t("admin.resources.categoryName", { language: OWN_NAME[lang] })}
          lang={HTML_LANG[lang]}
          maxLength={80}
          value={names[lang]}
          error={place === 0 && isChecked && !isNamed ? t("admin.resources.error.categoryName") : null}
          onChange={(event) => setNames({ ...names, [lang]: event.target.value })}
        />
      ))}
      <AudienceField audiences={audiences} value={groupId} onChange={setGroupId} />
      {category && category.count > 0 && groupId !== savedGroup && (
        <p className="soft">{t(groupId ? "admin.resources.movesAlong" : "admin.resources.opensCategory")}</p>
      )}
    </SaveForm>
  );
}

function readNames(category: AdminResourceCategory | undefined): Record<Lang, string> {
  const nameIn = (lang: Lang) => category?.names.find((one) => one.language === lang)?.name ?? "";
  return { en: nameIn("en"), zh: nameIn("zh"), ms: nameIn("ms"), vi: nameIn("vi") };
}
