import { useState } from "react";
import { isPhone } from "../../../../auth/accountRules";
import { changePhone, confirmPhone } from "../../../../auth/ownAccount";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../Profile.module.css";

interface Props {
  /** Without the plus; empty if there is none. */
  phone: string;
}

/** A number to sign in with. It counts once its code has come back. */
export function PhoneForm({ phone }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const changing = useAction(changePhone);
  const confirming = useAction(confirmPhone);
  const [sentTo, setSentTo] = useState<string | null>(null);

  const check = (values: { phone: string; code: string }) => ({
    phone: isPhone(values.phone) ? null : "error.auth.phone",
    code: sentTo === null || /^\s*\d{4,10}\s*$/.test(values.code) ? null : "signup.codeDigits",
  });
  const form = useForm({ phone: "", code: "" }, check, async (values) => {
    const number = values.phone.replace(/[\s().-]/g, "");
    if (sentTo !== number) {
      const outcome = await changing.run(number);
      if (outcome && !outcome.failure) setSentTo(number);
      return;
    }
    const outcome = await confirming.run(number, values.code.trim());
    if (!outcome || outcome.failure) return;
    form.reset({ phone: "", code: "" });
    setSentTo(null);
    showToast(t("profile.security.phoneDone"), { tone: "success" });
    await refresh();
  });
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      {phone && <p>+{phone}</p>}
      <TextField
        {...form.control("phone")}
        label={t("profile.security.newPhone")}
        type="tel"
        autoComplete="tel"
        required
      />
      {sentTo && (
        <>
          <p role="status">{t("signin.codeSentSms", { email: sentTo })}</p>
          <TextField
            {...form.control("code")}
            label={t("signin.codeOfSms")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
          />
        </>
      )}
      <FailureNotice failure={confirming.failure ?? changing.failure} />
      <Button type="submit" isBusy={changing.isRunning || confirming.isRunning}>
        {t(sentTo ? "signin.confirm" : "signin.codeSend")}
      </Button>
    </form>
  );
}
