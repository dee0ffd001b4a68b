import { enrolKey } from "../../../../auth/factors/factors";
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
  onDone: () => void;
}

/** A security key: named first, since its name cannot be changed any more, then touched. */
export function KeySetup({ onDone }: Props) {
  const { t } = useTranslation();
  const enrolling = useAction(enrolKey);
  const check = ({ name }: { name: string }) => ({ name: checkKeyName(name) });
  const form = useForm({ name: t("profile.security.factor.webauthn") }, check, async ({ name }) => {
    const outcome = await enrolling.run(name.trim());
    if (!outcome) return;
    if (outcome.failure?.code === "mfa_factor_name_conflict") return form.refuse({ name: outcome.failure.key });
    if (outcome.failure) return;
    showToast(t("profile.security.factorDone"), { tone: "success" });
    onDone();
  });
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <p>{t("profile.security.keyLead")}</p>
      <TextField {...form.control("name")} label={t("profile.security.keyName")} maxLength={120} required />
      <FailureNotice failure={enrolling.failure?.code === "mfa_factor_name_conflict" ? null : enrolling.failure} />
      <Button type="submit" look="primary" isBusy={enrolling.isRunning}>
        {t("profile.security.keyTouch")}
      </Button>
    </form>
  );
}
