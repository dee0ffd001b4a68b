import { useNavigate } from "react-router";
import { redeemCode } from "../../auth/account";
import type { Identifier } from "../../auth/accountRules";
import { useCountdown } from "../../auth/factors/useCountdown";
import { needsFactor } from "../../auth/session";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/feedback/FailureNotice";
import { TextField } from "../../components/fields/Field";
import { type MessageType, sendAgain } from "../../lib/api/messages";
import { useLang } from "../../lib/context";
import { useForm } from "../../lib/forms/useForm";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import styles from "./Account.module.css";
import { NoEmails } from "./NoEmails";

interface Props {
  who: Identifier;
  type: MessageType;
  /** The path that this screen and the email's link lead to. */
  goOn: string;
  onBack?: () => void;
}

const WAITING_SECONDS = 60;
const TEXTS: Record<MessageType, string> = {
  signup: "signup.checkText",
  recovery: "forget-password.checkText",
  email: "signin.codeSent",
  sms: "signin.codeSentSms",
};

/** After an email or SMS was sent: a field for its code, and a button to send it again after a timeout. */
export function CheckMail({ who, type, goOn, onBack }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const redeeming = useAction(redeemCode);
  const resending = useAction(sendAgain);
  const [left, startWaiting] = useCountdown(WAITING_SECONDS, true);

  const check = ({ code }: { code: string }) => ({
    code: /^\s*\d{4,10}\s*$/.test(code) ? null : "signup.codeDigits",
  });
  const form = useForm({ code: "" }, check, async ({ code }) => {
    const outcome = await redeeming.run(who, code.trim(), type);
    if (outcome?.failure?.key === "error.auth.code") form.refuse({ code: outcome.failure.key });
    const session = outcome?.value?.session;
    if (session && !needsFactor(session)) navigate(goOn, { replace: true });
  });
  const handleResend = async () => {
    startWaiting();
    const outcome = await resending.run(type, who, goOn, lang);
    const seconds = outcome?.failure?.values?.count;
    if (seconds) startWaiting(seconds);
  };
  const redeemFailure = redeeming.failure?.key === "error.auth.code" ? null : redeeming.failure;

  return (
    <>
      <h1>{t(type === "sms" ? "signin.codeCheckSms" : "signup.checkTitle")}</h1>
      <p className={styles.lead}>{t(TEXTS[type], { email: "email" in who ? who.email : who.phone })}</p>
      {type !== "sms" && <NoEmails />}
      <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
        <FailureNotice failure={redeemFailure ?? resending.failure} />
        <TextField
          {...form.control("code")}
          label={t(type === "sms" ? "signin.codeOfSms" : "signup.code")}
          hint={t(type === "sms" ? "signup.codeDigits" : "signup.codeHint")}
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={12}
          required
        />
        <Button type="submit" look="primary" size="big" isWide isBusy={redeeming.isRunning}>
          {t("signup.codeSubmit")}
        </Button>
        <Button isWide isBusy={resending.isRunning} disabled={left > 0} onClick={handleResend}>
          {left > 0 ? t("signup.resendIn", { count: left }) : t(type === "sms" ? "signin.resendSms" : "signup.resend")}
        </Button>
        {onBack && (
          <Button look="quiet" isWide onClick={onBack}>
            {t(type === "sms" ? "signin.otherNumber" : "signup.otherAddress")}
          </Button>
        )}
      </form>
    </>
  );
}
