import { useState } from "react";
import { signUp } from "../../../auth/account";
import { checkEmail, checkName, checkNewPassword } from "../../../auth/accountRules";
import { passwordKeys } from "../../../auth/authErrors";
import { readSavedEmail, readSavedField, saveField } from "../../../auth/formMemory";
import { TextField } from "../../../components/fields/Field";
import { NewPasswordField } from "../../../components/fields/NewPasswordField";
import type { AskedConsent } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import type { Failure } from "../../../lib/requests/errors";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { ConsentField } from "../consent/ConsentField";
import { AccountForm } from "./AccountForm";
import { EmailField } from "./EmailField";

interface Props {
  isReady: boolean;
  goOn: string;
  /** Of the link that led here. */
  invitation: string | null;
  /** The pages that a new member agrees to. */
  consents: readonly AskedConsent[];
  /** A confirmation is on its way to this address. */
  onSent: (email: string) => void;
}

const EMAIL_CODES = new Set(["email_exists", "user_already_exists", "email_address_invalid"]);

const readSavedPerson = () => ({ displayName: readSavedField("name"), ...readSavedEmail() });

export function SignUpForm({ isReady, goOn, invitation, consents, onSent }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(signUp);
  const [isAgreed, setAgreed] = useState(false);
  const [isTried, setTried] = useState(false);
  const isMissing = consents.length > 0 && !isAgreed;

  const check = (values: { displayName: string; email: string; password: string }) => ({
    displayName: checkName(values.displayName),
    email: checkEmail(values.email),
    password: checkNewPassword(values.password),
  });
  const send = async (values: { displayName: string; email: string; password: string }) => {
    setTried(true);
    if (isMissing) return;
    const email = values.email.trim();
    const displayName = values.displayName.trim();
    saveField("email", email);
    saveField("name", displayName);
    const outcome = await run(
      {
        displayName,
        email,
        password: values.password,
        lang,
        invitation,
        consents: consents.map((one) => one.versionId),
      },
      goOn,
    );
    // With a session the layout redirects as soon as the page knows the visitor.
    if (outcome && !outcome.failure && !outcome.value?.session) onSent(email);
    if (outcome?.failure) form.refuse(refusedFields(outcome.failure));
  };
  const form = useForm({ displayName: "", email: "", password: "" }, check, send, readSavedPerson);
  const isShownAtField = failure && Object.keys(refusedFields(failure)).length > 0;

  return (
    <AccountForm
      form={form}
      failure={isShownAtField ? null : failure}
      submit={t("signup.submit")}
      isBusy={isRunning}
      isReady={isReady}
      who={form.values.email}
    >
      <TextField
        {...form.control("displayName")}
        label={t("signup.name")}
        hint={t("signup.nameHint")}
        autoComplete="name"
        required
      />
      <EmailField {...form.control("email")} />
      <NewPasswordField
        {...form.control("password")}
        label={t("signin.password")}
        personal={[form.values.email, form.values.displayName]}
      />
      {consents.length > 0 && (
        <ConsentField
          asked={consents}
          isChecked={isAgreed}
          error={isTried && isMissing ? t("consent.missing") : null}
          onChange={setAgreed}
        />
      )}
    </AccountForm>
  );
}

function refusedFields(failure: Failure): { email?: string; password?: readonly string[] } {
  if (EMAIL_CODES.has(failure.code)) return { email: failure.key };
  return failure.code === "weak_password" ? { password: passwordKeys(failure) } : {};
}
