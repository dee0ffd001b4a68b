import { ADMINISTRATOR_LENGTH, checkNewPassword, PASSWORD_LENGTH } from "../../../../auth/accountRules";
import { passwordKeys } from "../../../../auth/authErrors";
import { askProof, choosePassword } from "../../../../auth/ownAccount";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { NewPasswordField } from "../../../../components/fields/NewPasswordField";
import { PasswordField } from "../../../../components/fields/PasswordField";
import { useVisitor } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../Profile.module.css";

interface Props {
  email: string;
}

const CURRENT = new Set(["current_password_required", "current_password_invalid"]);
const PROOF = new Set(["reauthentication_needed", "reauthentication_not_valid"]);
const AT_FIELD = new Set([...CURRENT, ...PROOF, "weak_password", "same_password"]);

/** A new password. Where the service wants more than the session as proof, the field for it appears when it says so. */
export function PasswordForm({ email }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(choosePassword);
  const proving = useAction(askProof);
  const least = useVisitor()?.isAdmin ? ADMINISTRATOR_LENGTH : PASSWORD_LENGTH;
  const check = (values: { password: string }) => ({ password: checkNewPassword(values.password, least) });
  const empty = { password: "", current: "", nonce: "" };
  const form = useForm(empty, check, async (values) => {
    const outcome = await run({ ...values, nonce: values.nonce.trim() });
    if (!outcome) return;
    const refused = outcome.failure;
    if (!refused) {
      form.reset(empty);
      showToast(t("reset-password.done"), { tone: "success" });
    } else if (CURRENT.has(refused.code)) form.refuse({ current: refused.key });
    else if (PROOF.has(refused.code)) form.refuse({ nonce: refused.key });
    else if (AT_FIELD.has(refused.code)) form.refuse({ password: passwordKeys(refused) });
    if (refused?.code === "reauthentication_needed") proving.run();
  });
  const wantsCurrent = CURRENT.has(failure?.code ?? "") || form.values.current !== "";
  const wantsProof = PROOF.has(failure?.code ?? "") || form.values.nonce !== "";
  return (
    <form ref={form.ref} className={styles.form} method="post" noValidate onSubmit={form.handleSubmit}>
      {/* Password managers file the new password under the address that they find here. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      {wantsCurrent && (
        <PasswordField
          {...form.control("current")}
          label={t("profile.security.currentPassword")}
          autoComplete="current-password"
        />
      )}
      <NewPasswordField
        {...form.control("password")}
        label={t("reset-password.password")}
        personal={[email]}
        least={least}
      />
      {wantsProof && (
        <TextField
          {...form.control("nonce")}
          label={t("signup.code")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
      )}
      <FailureNotice failure={AT_FIELD.has(failure?.code ?? "") ? proving.failure : failure} />
      <Button type="submit" isBusy={isRunning}>
        {t("reset-password.submit")}
      </Button>
    </form>
  );
}
