import { signInWithCompany } from "../../../auth/account";
import { checkEmail } from "../../../auth/accountRules";
import { readSavedEmail, saveField } from "../../../auth/formMemory";
import type { SignInOptions } from "../../../generated/payloads";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { AccountForm } from "./AccountForm";
import { EmailField } from "./EmailField";
import { SignInMethods, ToSignUp } from "./SignInMethods";

interface Props {
  options: SignInOptions;
  goOn: string;
  isReady: boolean;
}

/** Company sign-in (SSO): the domain of the email address selects the provider. */
export function CompanyForm({ options, goOn, isReady }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(signInWithCompany);
  const check = (values: { email: string }) => ({ email: checkEmail(values.email) });
  const form = useForm({ email: "" }, check, send, readSavedEmail);
  async function send(values: { email: string }) {
    const address = values.email.trim();
    saveField("email", address);
    const outcome = await run(address.slice(address.lastIndexOf("@") + 1).toLowerCase(), goOn);
    if (outcome?.failure?.code === "sso_provider_not_found") form.refuse({ email: outcome.failure.key });
  }
  const isAtField = failure?.code === "sso_provider_not_found";
  return (
    <>
      <h1>{t("signin.companyTitle")}</h1>
      <p className={styles.lead}>{t("signin.companyLead")}</p>
      <ToSignUp options={options} />
      <AccountForm
        form={form}
        failure={isAtField ? null : failure}
        submit={t("signup.codeSubmit")}
        isBusy={isRunning}
        isReady={isReady}
        who={form.values.email}
      >
        <EmailField {...form.control("email")} />
      </AccountForm>
      <SignInMethods options={options} shown="company" />
    </>
  );
}
