import { useNavigate } from "react-router";
import { checkEmail, checkName } from "../../../auth/accountRules";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import { createMember } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { isLang } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../parts/parts.module.css";
import { LanguageField } from "./invitations/LanguageField";

/** An account for a member who cannot create one; they choose a password by an emailed link. */
export function CreateMember() {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const { run, isRunning, failure } = useAction(createMember);
  const check = (values: { displayName: string; email: string }) => ({
    displayName: checkName(values.displayName),
    email: checkEmail(values.email),
  });
  const initial = { displayName: "", email: "", language: String(lang) };
  const form = useForm(initial, check, async ({ displayName, email, language }) => {
    const chosen = isLang(language) ? language : lang;
    const outcome = await run({ displayName: displayName.trim(), email: email.trim(), language: chosen });
    if (!outcome) return;
    if (outcome.failure) return form.refuse(outcome.failure.isRetryable ? {} : { email: outcome.failure.key });
    navigate(pathTo.adminMember({ lang, memberId: outcome.value.user.id }));
  });
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t("admin.invitations.create")}</h2>
      <p className="soft">{t("admin.invitations.createText")}</p>
      <TextField {...form.control("displayName")} label={t("admin.invitations.name")} autoComplete="off" required />
      <TextField {...form.control("email")} label={t("signin.email")} type="email" autoComplete="off" required />
      <LanguageField {...form.control("language")} />
      <FailureNotice failure={failure?.isRetryable ? failure : null} />
      <Button type="submit" isBusy={isRunning}>
        {t("admin.invitations.createSubmit")}
      </Button>
    </form>
  );
}
