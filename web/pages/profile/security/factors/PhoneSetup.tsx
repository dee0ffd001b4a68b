import { useState } from "react";
import { isPhone } from "../../../../auth/accountRules";
import { challengePhone, enrolPhone, giveCode } from "../../../../auth/factors/factors";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../Profile.module.css";
import { checkKeyName } from "../signIn/keyName";

interface Props {
  /** The member's phone number without the plus; empty if there is none. */
  phone: string;
  onDone: () => void;
}

interface Sent {
  factorId: string;
  challengeId: string;
}

const AT_CODE = "error.auth.code";

/** A phone as the second factor: it counts once the code that it was sent has come back. */
export function PhoneSetup({ phone, onDone }: Props) {
  const { t } = useTranslation();
  const sending = useAction(send);
  const confirming = useAction(giveCode);
  const [sent, setSent] = useState<Sent | null>(null);

  const check = (values: Record<"phone" | "name" | "code", string>) => ({
    phone: isPhone(values.phone) ? null : "error.auth.phone",
    name: checkKeyName(values.name),
    code: sent === null || /^\s*\d{3}\s?\d{3}\s*$/.test(values.code) ? null : "signup.codeInvalid",
  });
  const initial = { phone: phone && `+${phone}`, name: t("profile.security.factor.phone"), code: "" };
  const form = useForm(initial, check, async (values) => {
    if (sent === null) {
      const outcome = await sending.run(values.name.trim(), values.phone.replace(/[\s().-]/g, ""));
      if (outcome?.value) setSent(outcome.value);
      if (outcome?.failure?.code === "mfa_factor_name_conflict") form.refuse({ name: outcome.failure.key });
      return;
    }
    const outcome = await confirming.run(sent.factorId, sent.challengeId, values.code.replace(/\s/g, ""));
    if (outcome?.failure?.key === AT_CODE) form.refuse({ code: AT_CODE });
    if (!outcome || outcome.failure) return;
    showToast(t("profile.security.factorDone"), { tone: "success" });
    onDone();
  });
  const isAtField = sending.failure?.code === "mfa_factor_name_conflict" || confirming.failure?.key === AT_CODE;
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      {sent ? (
        <>
          <p>{t("signin.codeSentSms", { email: form.values.phone })}</p>
          <TextField
            {...form.control("code")}
            label={t("signin.codeOfSms")}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={12}
            required
          />
        </>
      ) : (
        <>
          <TextField
            {...form.control("phone")}
            label={t("profile.security.factorNumber")}
            type="tel"
            autoComplete="tel"
            required
          />
          <TextField {...form.control("name")} label={t("profile.security.keyName")} maxLength={120} required />
        </>
      )}
      <FailureNotice failure={isAtField ? null : (confirming.failure ?? sending.failure)} />
      <Button type="submit" look="primary" isBusy={sending.isRunning || confirming.isRunning}>
        {t(sent ? "profile.security.factorConfirm" : "signin.codeSend")}
      </Button>
    </form>
  );
}

async function send(name: string, phone: string) {
  const enrolled = await enrolPhone(name, phone);
  if (enrolled.failure) return enrolled;
  const factorId = enrolled.value.id;
  const challenged = await challengePhone(factorId);
  return challenged.failure ? challenged : { value: { factorId, challengeId: challenged.value.id }, failure: null };
}
