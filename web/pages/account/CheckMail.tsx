import { useNavigate } from "react-router";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import { TextField } from "../../components/Field";
import { askNewPassword, redeemCode, sendConfirmationAgain } from "../../lib/account";
import { useTranslation } from "../../lib/texts";
import { useAction } from "../../lib/useAction";
import { useForm } from "../../lib/useForm";
import { useWaiting } from "../../lib/useWaiting";
import styles from "./Account.module.css";

interface Props {
  email: string;
  type: "signup" | "recovery";
  /** The path to go on to, from here or from the mail's link. */
  goOn: string;
  onBack?: () => void;
}

const WAITING_SECONDS = 60;

/** A mail is on its way: its code may be typed here, and it can be sent again after a while. */
export function CheckMail({ email, type, goOn, onBack }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const redeeming = useAction(redeemCode);
  const resending = useAction(type === "signup" ? sendConfirmationAgain : askNewPassword);
  const [left, startWaiting] = useWaiting(WAITING_SECONDS, true);

  const check = ({ code }: { code: string }) => ({
    code: /^\s*\d{6}\s*$/.test(code) ? null : "signup.codeInvalid",
  });
  const form = useForm({ code: "" }, check, async ({ code }) => {
    const outcome = await redeeming.run(email, code.trim(), type);
    if (outcome?.value?.session) navigate(goOn, { replace: true });
  });
  const handleResend = async () => {
    startWaiting();
    await resending.run(email, goOn);
  };

  return (
    <>
      <h1>{t("signup.checkTitle")}</h1>
      <p className={styles.lead}>
        {t(type === "signup" ? "signup.checkText" : "forget-password.checkText", { email })}
      </p>
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
        <FailureNotice failure={redeeming.failure ?? resending.failure} />
        <TextField
          {...form.control("code")}
          label={t("signup.code")}
          hint={t("signup.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <Button type="submit" look="primary" isWide isBusy={redeeming.isRunning}>
          {t("signup.codeSubmit")}
        </Button>
        <Button isWide isBusy={resending.isRunning} disabled={left > 0} onClick={handleResend}>
          {left > 0 ? t("signup.resendIn", { count: left }) : t("signup.resend")}
        </Button>
        {onBack && (
          <Button look="quiet" isWide onClick={onBack}>
            {t("signup.otherAddress")}
          </Button>
        )}
      </form>
    </>
  );
}
