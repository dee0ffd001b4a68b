import type { User } from "@supabase/supabase-js";
import { checkEmail, isPhone } from "../../../auth/accountRules";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { changeMember } from "../../../lib/api/members";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";

interface Props {
  user: User;
  onChange: () => Promise<void>;
}

/** Another address or number, confirmed at once: for members who have lost the old one. */
export function ChangeAccount({ user, onChange }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(changeMember);
  const check = (values: { email: string; phone: string }) => ({
    email: values.email.trim() ? checkEmail(values.email) : null,
    phone: !values.phone.trim() || isPhone(values.phone) ? null : "error.auth.phone",
  });
  const initial = { email: user.email ?? "", phone: user.phone ? `+${user.phone}` : "" };
  const form = useForm(initial, check, async (values) => {
    const [email, phone] = [values.email.trim(), values.phone.replace(/[\s().-]/g, "")];
    const changes = {
      ...(email && email !== initial.email && { email, email_confirm: true }),
      ...(phone && phone !== initial.phone && { phone, phone_confirm: true }),
    };
    const outcome = await run(user.id, changes);
    if (!outcome || outcome.failure) return;
    showToast(t("admin.member.changed"), { tone: "success" });
    await onChange();
  });
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t("admin.member.change")}</h2>
      <p className="soft">{t("admin.member.changeText")}</p>
      <TextField {...form.control("email")} label={t("signin.email")} type="email" autoComplete="off" />
      <TextField {...form.control("phone")} label={t("profile.security.phone")} type="tel" autoComplete="off" />
      <FailureNotice failure={failure} />
      <Button type="submit" isBusy={isRunning}>
        {t("common.save")}
      </Button>
    </form>
  );
}
