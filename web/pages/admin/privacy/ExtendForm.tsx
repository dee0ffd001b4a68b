import { useState } from "react";
import { TextArea, TextField } from "../../../components/fields/Field";
import type { PrivacyRequest } from "../../../generated/payloads";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { SaveForm } from "../parts/SaveForm";
import { addDays, checkWords, extendRequest } from "./requests";

const MAX_DAYS = 90;

interface Props {
  request: PrivacyRequest;
  today: string;
  onDone: () => void;
}

/** A later due date with its reason, once. The member reads both. */
export function ExtendForm({ request, today, onDone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const earliest = addDays(request.dueOn, 1);
  const latest = addDays(request.dueOn, MAX_DAYS);
  const [day, setDay] = useState(() => addDays(request.dueOn < today ? today : request.dueOn, 30));
  const [reason, setReason] = useState("");
  const [wasSent, setSent] = useState(false);
  const extending = useAction(extendRequest);
  const dayMistake = day < earliest || day > latest ? "admin.privacy.error.day" : null;
  const mistake = checkWords(reason, 1000);
  const save = async () => {
    setSent(true);
    if (dayMistake || mistake) return;
    const outcome = await extending.run(request.id, day, reason.trim());
    if (!outcome || outcome.failure) return;
    showToast(t("admin.privacy.said.extended"), { tone: "success" });
    onDone();
    await refresh();
  };
  return (
    <SaveForm action={extending} onSave={save} onCancel={onDone} label={t("admin.privacy.extend")}>
      <TextField
        label={t("admin.privacy.newDue")}
        type="date"
        required
        min={earliest}
        max={latest}
        value={day}
        error={wasSent && dayMistake ? t(dayMistake) : null}
        onChange={(event) => setDay(event.target.value)}
      />
      <TextArea
        label={t("admin.privacy.reason")}
        hint={t("admin.privacy.reasonHint")}
        required
        rows={3}
        value={reason}
        error={wasSent && mistake ? t(mistake) : null}
        onChange={(event) => setReason(event.target.value)}
      />
    </SaveForm>
  );
}
