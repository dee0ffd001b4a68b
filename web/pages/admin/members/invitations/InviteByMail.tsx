import { checkEmail } from "../../../../auth/accountRules";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { pathTo } from "../../../../generated/paths";
import { inviteByMail } from "../../../../lib/api/members";
import { useLang } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { isLang } from "../../../../lib/page";
import { useAction } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../parts/parts.module.css";
import { type Choices, checkJoinsAs, givenBy, JoinsAs, PLAIN } from "./JoinsAs";
import { LanguageField } from "./LanguageField";

/** An email with a link to choose a password. Role and group are in an invitation that the email accepts. */
export function InviteByMail(choices: Choices) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(inviteByMail);
  const initial = { email: "", language: String(lang), ...PLAIN };
  const check = (values: typeof initial) => ({ email: checkEmail(values.email), ...checkJoinsAs(values, choices) });
  const form = useForm(initial, check, async (values) => {
    const email = values.email.trim();
    const language = isLang(values.language) ? values.language : lang;
    const outcome = await run(email, language, pathTo.resetPassword({ lang: language }), givenBy(values, choices));
    if (!outcome) return;
    if (outcome.failure) return form.refuse(outcome.failure.isRetryable ? {} : { email: outcome.failure.key });
    showToast(t("admin.invitations.mailSent", { email }), { tone: "success" });
    form.reset({ ...values, email: "" });
  });
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t("admin.invitations.byMail")}</h2>
      <TextField {...form.control("email")} label={t("signin.email")} type="email" autoComplete="off" required />
      <LanguageField {...form.control("language")} />
      <JoinsAs form={form} {...choices} />
      <FailureNotice failure={failure?.isRetryable ? failure : null} />
      <Button type="submit" isBusy={isRunning}>
        {t("admin.invitations.mailSend")}
      </Button>
    </form>
  );
}
