import { useState } from "react";
import { enrolApp, giveCode } from "../../../../auth/factors/factors";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { useSite } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { useAction } from "../../../../lib/requests/useAction";
import { useFetched } from "../../../../lib/requests/useFetched";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../Profile.module.css";

interface Props {
  /** How many there are already: names differ. */
  count: number;
  onDone: () => void;
}

/** An authenticator app: its picture to scan, or the secret to type, and the first code as proof. */
export function AppSetup({ count, onDone }: Props) {
  const { t } = useTranslation();
  const site = useSite();
  const [enrol] = useState(() => () => enrolApp(`${site.name} ${count + 1}`));
  const { value: factor, failure, fetch } = useFetched(enrol);
  const confirming = useAction(giveCode);
  const check = ({ code }: { code: string }) => ({
    code: /^\s*\d{3}\s?\d{3}\s*$/.test(code) ? null : "signup.codeInvalid",
  });
  const form = useForm({ code: "" }, check, async ({ code }) => {
    if (!factor) return;
    const outcome = await confirming.run(factor.id, null, code.replace(/\s/g, ""));
    if (!outcome) return;
    if (outcome.failure) return form.refuse(outcome.failure.isRetryable ? {} : { code: outcome.failure.key });
    showToast(t("profile.security.factorDone"), { tone: "success" });
    onDone();
  });
  if (failure) return <FailureNotice failure={failure} onRetry={fetch} />;
  if (factor?.type !== "totp") return null;
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <p>{t("profile.security.scan")}</p>
      <img className={styles.qr} src={factor.totp.qr_code} alt={t("profile.security.qr")} width={200} height={200} />
      <p>
        <a href={factor.totp.uri}>{t("profile.security.openApp")}</a>
      </p>
      <p className="small">
        {t("profile.security.secret")} <code className={styles.secret}>{factor.totp.secret}</code>
      </p>
      <TextField
        {...form.control("code")}
        label={t("signin.factorCode")}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
      />
      <FailureNotice failure={confirming.failure?.isRetryable ? confirming.failure : null} />
      <Button type="submit" look="primary" isBusy={confirming.isRunning}>
        {t("profile.security.factorConfirm")}
      </Button>
    </form>
  );
}
