import { changeEmail } from "../../../../auth/account";
import { checkEmail } from "../../../../auth/accountRules";
import { useCountdown } from "../../../../auth/factors/useCountdown";
import { sendEmailChangeAgain } from "../../../../auth/ownAccount";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { Notice } from "../../../../components/feedback/Notice";
import { TextField } from "../../../../components/fields/Field";
import { pathTo } from "../../../../generated/paths";
import { useLang } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import styles from "../../Profile.module.css";

interface Props {
  email: string;
  /** Asked for, and not confirmed from both sides yet; empty when there is none. */
  newEmail: string;
}

/** A new address counts once it is confirmed from the old and from the new one. */
export function EmailForm({ email, newEmail }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(changeEmail);
  const check = (values: { email: string }) => ({
    email: values.email.trim().toLowerCase() === email ? "profile.email.same" : checkEmail(values.email),
  });
  const form = useForm({ email: "" }, check, async (values) => {
    const outcome = await run(values.email.trim(), pathTo.profileSecurity({ lang }));
    if (!outcome) return;
    if (outcome.failure)
      return form.refuse(outcome.failure.code === "email_exists" ? { email: outcome.failure.key } : {});
    form.reset({ email: "" });
    await refresh();
  });
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <p>{email}</p>
      {newEmail && <PendingEmail key={newEmail} email={email} newEmail={newEmail} />}
      <TextField
        {...form.control("email")}
        label={t("profile.email.label")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        required
      />
      <FailureNotice failure={failure?.code === "email_exists" ? null : failure} />
      <Button type="submit" isBusy={isRunning}>
        {t("profile.email.submit")}
      </Button>
    </form>
  );
}

/** The remaining steps, and a button to send the emails again. */
function PendingEmail({ email, newEmail }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(sendEmailChangeAgain);
  const [left, startWaiting] = useCountdown(60);
  const handleSend = async () => {
    startWaiting();
    const outcome = await run(email, pathTo.profileSecurity({ lang }));
    const seconds = outcome?.failure?.values?.count;
    if (seconds) startWaiting(seconds);
  };
  return (
    <>
      <Notice tone="good" isAlert>
        {t("profile.email.sent", { email: newEmail })}
      </Notice>
      <FailureNotice failure={failure} />
      <Button isBusy={isRunning} disabled={left > 0} onClick={handleSend}>
        {left > 0 ? t("signup.resendIn", { count: left }) : t("signup.resend")}
      </Button>
    </>
  );
}
