import { checkEmail, checkIdentifier } from "../../../../auth/accountRules";
import { Button } from "../../../../components/Button";
import { FailureNotice } from "../../../../components/feedback/FailureNotice";
import { TextField } from "../../../../components/fields/Field";
import { makeInvitation } from "../../../../lib/api/members";
import { useLang } from "../../../../lib/context";
import { useForm } from "../../../../lib/forms/useForm";
import { isLang } from "../../../../lib/page";
import { useAction, useRefresh } from "../../../../lib/requests/useAction";
import { useTranslation } from "../../../../lib/texts";
import { showToast } from "../../../../lib/toasts";
import styles from "../../parts/parts.module.css";
import { type Choices, checkJoinsAs, givenBy, JoinsAs, PLAIN } from "./JoinsAs";
import { LanguageField } from "./LanguageField";

interface Props extends Choices {
  /** Whether the address may be a phone number. */
  sendsSms: boolean;
}

/** An invitation for one person, which the site sends by email or SMS. */
export function InviteByMessage({ sendsSms, ...choices }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(makeInvitation);
  const checkAddress = sendsSms ? checkIdentifier : checkEmail;
  const initial = { address: "", language: String(lang), ...PLAIN };
  const check = (values: typeof initial) => ({
    address: checkAddress(values.address),
    ...checkJoinsAs(values, choices),
  });
  const form = useForm(initial, check, async (values) => {
    const address = values.address.trim();
    const language = isLang(values.language) ? values.language : lang;
    const outcome = await run({ note: "", language, ...givenBy(values, choices), max_uses: 1, address });
    if (!outcome) return;
    if (outcome.failure) return form.refuse(outcome.failure.isRetryable ? {} : { address: outcome.failure.key });
    showToast(t("admin.invitations.mailSent", { email: address }), { tone: "success" });
    form.reset({ ...values, address: "" });
    await refresh();
  });
  return (
    <form ref={form.ref} className={styles.sheet} noValidate onSubmit={form.handleSubmit}>
      <h2>{t(sendsSms ? "admin.invitations.byMessage" : "admin.invitations.byMail")}</h2>
      <TextField
        {...form.control("address")}
        label={t(sendsSms ? "signin.identifier" : "signin.email")}
        type={sendsSms ? "text" : "email"}
        autoComplete="off"
        required
      />
      <LanguageField {...form.control("language")} />
      <JoinsAs form={form} {...choices} hasAdministrator />
      <FailureNotice failure={failure?.isRetryable ? failure : null} />
      <Button type="submit" isBusy={isRunning}>
        {t("admin.invitations.mailSend")}
      </Button>
    </form>
  );
}
