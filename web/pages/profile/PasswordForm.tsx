import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import { PasswordField } from "../../components/PasswordField";
import { changePassword } from "../../lib/account";
import { checkNewPassword, PASSWORD_LENGTH } from "../../lib/accountRules";
import { useTranslation } from "../../lib/texts";
import { showToast } from "../../lib/toasts";
import { useAction } from "../../lib/useAction";
import { useForm } from "../../lib/useForm";
import styles from "./Profile.module.css";

interface Props {
  email: string;
}

export function PasswordForm({ email }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(changePassword);
  const check = (values: { password: string }) => ({ password: checkNewPassword(values.password) });
  const form = useForm({ password: "" }, check, async ({ password }) => {
    const outcome = await run(password);
    if (!outcome) return;
    if (outcome.failure) return form.refuse({ password: outcome.failure.key });
    form.reset({ password: "" });
    showToast(t("reset-password.done"), { tone: "success" });
  });
  return (
    <form ref={form.ref} className={styles.form} method="post" noValidate onSubmit={form.handleSubmit}>
      {/* Password managers file the new password under the address that they find here. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.control("password")}
        label={t("reset-password.password")}
        hint={t("signup.passwordHint", { count: PASSWORD_LENGTH })}
        autoComplete="new-password"
      />
      {failure?.isRetryable && <FailureNotice failure={failure} />}
      <Button type="submit" isBusy={isRunning}>
        {t("reset-password.submit")}
      </Button>
    </form>
  );
}
