import { useState } from "react";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import { TextField } from "../../components/Field";
import { Notice } from "../../components/Notice";
import { pathTo } from "../../generated/routes";
import { changeEmail } from "../../lib/account";
import { checkEmail } from "../../lib/accountRules";
import { useLang } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { useAction } from "../../lib/useAction";
import { useForm } from "../../lib/useForm";
import styles from "./Profile.module.css";

interface Props {
  email: string;
}

/** A new address counts once it is confirmed from the old and from the new one. */
export function EmailForm({ email }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(changeEmail);
  const [sentTo, setSentTo] = useState<string | null>(null);
  const check = (values: { email: string }) => ({
    email: values.email.trim().toLowerCase() === email ? "profile.email.same" : checkEmail(values.email),
  });
  const form = useForm({ email: "" }, check, async (values) => {
    const address = values.email.trim();
    const outcome = await run(address, pathTo.profile({ lang }));
    if (!outcome) return;
    if (outcome.failure)
      return form.refuse(outcome.failure.code === "email_exists" ? { email: "error.auth.taken" } : {});
    setSentTo(address);
    form.reset({ email: "" });
  });
  return (
    <form ref={form.ref} className={styles.form} noValidate onSubmit={form.handleSubmit}>
      <TextField
        {...form.control("email")}
        label={t("profile.email.label")}
        type="email"
        autoComplete="email"
        autoCapitalize="none"
        required
      />
      <FailureNotice failure={failure?.code === "email_exists" ? null : failure} />
      {sentTo && (
        <Notice tone="good" isAlert>
          {t("profile.email.sent", { email: sentTo })}
        </Notice>
      )}
      <Button type="submit" isBusy={isRunning}>
        {t("profile.email.submit")}
      </Button>
    </form>
  );
}
