import { useState } from "react";
import { useTranslation } from "../../../../lib/texts";
import { EmailFields, EmailResult } from "../../email/EmailFields";
import { removeEmailAccount } from "../../email/emailAccount";
import { useEmailAccount } from "../../email/useEmailAccount";
import { StepForm } from "../StepForm";
import { useStep } from "../useStep";
import type { StepProps } from "./step";

/** Emails, with a test message. Undoing the step removes the account. */
export function EmailStep({ data }: StepProps) {
  const { t } = useTranslation();
  const form = useEmailAccount();
  const control = useStep(data, "email");
  const [isTried, setTried] = useState(false);
  const isOperators = form.account?.source === "operator";
  const handleSave = async () => {
    setTried(true);
    if (form.recipient) return control.goOn();
    if (isOperators) await form.test();
    else if (form.isComplete && (await form.save())) await control.save({}, true);
  };
  const undo = async () => {
    if (form.account?.source !== "operator") await removeEmailAccount();
    await control.undo();
  };
  return (
    <StepForm
      title={t("admin.setup.email.title")}
      lead={t("admin.email.lead")}
      control={{ ...control, undo }}
      label={t(form.recipient ? "admin.setup.goOn" : "admin.email.save")}
      isBusy={form.isBusy}
      mistake={isTried && !isOperators && !form.isComplete ? t("admin.email.missing") : null}
      onSave={handleSave}
    >
      <EmailFields form={form} />
      <EmailResult form={form} />
    </StepForm>
  );
}
