import { askNewPassword } from "../../../auth/account";
import { checkEmail } from "../../../auth/accountRules";
import { readSavedEmail, saveField } from "../../../auth/formMemory";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { AccountForm } from "./AccountForm";
import { EmailField } from "./EmailField";

interface Props {
  isReady: boolean;
  onSent: (email: string) => void;
}

export function ForgetPasswordForm({ isReady, onSent }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(askNewPassword);
  const check = (values: { email: string }) => ({ email: checkEmail(values.email) });
  const send = async (values: { email: string }) => {
    const address = values.email.trim();
    saveField("email", address);
    const outcome = await run(address, pathTo.resetPassword({ lang }));
    if (outcome && !outcome.failure) onSent(address);
  };
  const form = useForm({ email: "" }, check, send, readSavedEmail);
  return (
    <AccountForm
      form={form}
      failure={failure}
      submit={t("forget-password.submit")}
      isBusy={isRunning}
      isReady={isReady}
      who={form.values.email}
    >
      <EmailField {...form.control("email")} />
    </AccountForm>
  );
}
