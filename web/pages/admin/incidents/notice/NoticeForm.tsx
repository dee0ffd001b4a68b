import { useState } from "react";
import { Button } from "../../../../components/Button";
import { TextArea, TextField } from "../../../../components/fields/Field";
import type { IncidentText } from "../../../../generated/payloads";
import { useUnsaved } from "../../../../lib/forms/unsaved";
import { HTML_LANG } from "../../../../lib/i18n";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useQuickAction } from "../../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import { SaveForm } from "../../parts/SaveForm";
import { checkWords, saveText } from "../incidents";
import { Preview } from "./Preview";

interface Props {
  incident: string;
  notice: IncidentText;
  /** Not the language in which the facts are read: the description is still to be translated. */
  isForeign: boolean;
  onChange: (isChanged: boolean) => void;
}

/** The notice in one language, from the draft. Saving it says that it was read. */
export function NoticeForm({ incident, notice, isForeign, onChange }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { language, isSaved } = notice;
  const [values, setValues] = useState({ subject: notice.subject, body: notice.body });
  const [wasSent, setSent] = useState(false);
  const isChanged = values.subject !== notice.subject || values.body !== notice.body;
  useUnsaved(isChanged);
  const saving = useAction(saveText);
  const resetting = useQuickAction();
  const mistakes = { subject: checkWords(values.subject, 150), body: checkWords(values.body, 8000) };
  const change = (changes: Partial<typeof values>) => {
    const all = { ...values, ...changes };
    setValues(all);
    onChange(all.subject !== notice.subject || all.body !== notice.body);
  };
  const save = async () => {
    setSent(true);
    if (mistakes.subject || mistakes.body) return;
    const outcome = await saving.run(incident, language, values.subject.trim(), values.body.trim());
    if (!outcome || outcome.failure) return;
    onChange(false);
    showToast(t("admin.incident.said.textSaved"), { tone: "success" });
    await refresh();
  };
  const reset = async () => {
    onChange(false);
    await resetting.run(
      () => saveText(incident, language, null, null),
      t("admin.incident.said.textReset"),
      () => saveText(incident, language, notice.subject, notice.body),
    );
  };
  return (
    <SaveForm
      action={saving}
      onSave={save}
      label={t(isSaved || isChanged ? "common.save" : "admin.incident.saveDraft")}
    >
      <TextField
        label={t("admin.incident.subject")}
        required
        maxLength={150}
        lang={HTML_LANG[language]}
        value={values.subject}
        error={wasSent && mistakes.subject ? t(mistakes.subject) : null}
        onChange={(event) => change({ subject: event.target.value })}
      />
      <TextArea
        label={t("admin.incident.body")}
        hint={isForeign && !isSaved ? t("admin.incident.translateHint") : undefined}
        required
        rows={12}
        lang={HTML_LANG[language]}
        value={values.body}
        error={wasSent && mistakes.body ? t(mistakes.body) : null}
        onChange={(event) => change({ body: event.target.value })}
      />
      <details>
        <summary>{t("admin.incident.preview")}</summary>
        <Preview notice={{ language, ...values }} />
      </details>
      {isSaved && (
        <div>
          <Button look="quiet" isBusy={resetting.isRunning} onClick={reset}>
            {t("admin.incident.resetText")}
          </Button>
        </div>
      )}
    </SaveForm>
  );
}
