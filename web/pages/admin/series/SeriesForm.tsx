import { useState } from "react";
import { TextField } from "../../../components/fields/Field";
import type { AdminSeries } from "../../../generated/payloads";
import { saveSeries } from "../../../lib/api/series";
import { useUnsaved } from "../../../lib/forms/unsaved";
import { newId } from "../../../lib/requests/newId";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { TextFields } from "../parts/TextFields";
import { findTextMistakes, namedLanguages, readTexts } from "../parts/texts";

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 1000;

interface Props {
  /** Left out for a new one. */
  series?: AdminSeries;
  onDone: () => void;
}

export function SeriesForm({ series, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const action = useAction(saveSeries);
  const [id] = useState(() => series?.id ?? newId());
  const [base] = useState(series?.version ?? 0);
  const [slug, setSlug] = useState(series?.slug ?? "");
  const [texts, setTexts] = useState(() =>
    readTexts((lang) => {
      const text = series?.texts.find((one) => one.lang === lang);
      return text && { name: text.title, description: text.description };
    }),
  );
  const [isChanged, setChanged] = useState(false);
  const [isTried, setTried] = useState(false);
  useUnsaved(isChanged);
  const mistakes = findTextMistakes(texts, MAX_TITLE, {
    tooLong: "admin.series.error.titleLong",
    onlyDescription: "admin.series.error.onlyDescription",
    none: "error.detail.no_text",
  });
  const save = async () => {
    setTried(true);
    if (mistakes.all || Object.keys(mistakes.names).length > 0) return;
    const named = namedLanguages(texts).map((lang) => [
      lang,
      { title: texts[lang].name.trim(), description: texts[lang].description.trim() },
    ]);
    const outcome = await action.run({ series: { id, slug }, texts: Object.fromEntries(named), base_version: base });
    if (!outcome || outcome.failure) return;
    showToast(t("admin.series.saved"), { tone: "success" });
    await refresh();
    onDone();
  };
  return (
    <SaveForm
      action={action}
      onSave={save}
      onCancel={onDone}
      mistake={isTried && mistakes.all ? t(mistakes.all) : null}
    >
      <TextFields
        texts={texts}
        labels={{ name: t("admin.series.name"), description: t("admin.series.description") }}
        longestDescription={MAX_DESCRIPTION}
        mistakes={isTried ? mistakes : null}
        onChange={(lang, changes) => {
          setChanged(true);
          setTexts({ ...texts, [lang]: { ...texts[lang], ...changes } });
        }}
      />
      <TextField
        label={t("admin.series.slug")}
        hint={t("admin.series.slugHint")}
        maxLength={70}
        autoCapitalize="none"
        spellCheck={false}
        value={slug}
        onChange={(event) => {
          setChanged(true);
          setSlug(event.target.value);
        }}
      />
    </SaveForm>
  );
}
