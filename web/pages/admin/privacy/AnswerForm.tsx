import { useState } from "react";
import { SelectField, TextArea } from "../../../components/fields/Field";
import type { PrivacyRequest } from "../../../generated/payloads";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { checkWords, closeRequest } from "./requests";

interface Props {
  request: PrivacyRequest;
  onDone: () => void;
}

/** The answer, which closes the request. A member is notified; a person without an account is answered by their contact. */
export function AnswerForm({ request, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const [state, setState] = useState<"done" | "refused">("done");
  const [words, setWords] = useState("");
  const [wasSent, setSent] = useState(false);
  const closing = useAction(closeRequest);
  const mistake = wasSent ? checkWords(words, 4000) : null;
  const save = async () => {
    setSent(true);
    if (checkWords(words, 4000)) return;
    const outcome = await closing.run(request.id, state, words.trim());
    if (!outcome || outcome.failure) return;
    showToast(t("admin.privacy.said.closed"), { tone: "success" });
    await refresh();
  };
  return (
    <SaveForm action={closing} onSave={save} onCancel={onDone} label={t("admin.privacy.close")}>
      <SelectField
        label={t("admin.privacy.result")}
        value={state}
        options={[
          { value: "done", label: t("profile.requests.state.done") },
          { value: "refused", label: t("profile.requests.state.refused") },
        ]}
        onChange={(event) => setState(event.target.value === "refused" ? "refused" : "done")}
      />
      <TextArea
        label={t("profile.requests.answer")}
        hint={t(request.memberId ? "admin.privacy.answerHint" : "admin.privacy.answerHintOutside")}
        error={mistake && t(mistake)}
        required
        rows={5}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
    </SaveForm>
  );
}
