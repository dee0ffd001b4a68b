import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { SelectField, TextField } from "../../../components/fields/Field";
import { PasswordField } from "../../../components/fields/PasswordField";
import { useTranslation } from "../../../lib/texts";
import styles from "./Email.module.css";
import { PROVIDERS } from "./providers";
import type { EmailAccountForm } from "./useEmailAccount";

interface Props {
  form: EmailAccountForm;
}

/** The account: a known service by its name, or any server. */
export function EmailFields({ form }: Props) {
  const { t } = useTranslation();
  const { account, values, change } = form;
  const providers = [
    ...PROVIDERS.map(({ name }) => ({ value: name, label: name })),
    { value: "other", label: t("admin.email.other") },
  ];
  if (account?.source === "operator") return <Notice>{t("admin.email.operator", { sender: account.sender })}</Notice>;
  return (
    <div className={styles.fields}>
      <SelectField
        label={t("admin.email.provider")}
        value={values.provider}
        options={providers}
        onChange={(event) => change({ provider: event.target.value })}
      />
      {values.provider === "other" && <ServerFields form={form} />}
      <TextField
        label={t("admin.email.username")}
        hint={t("admin.email.usernameHint")}
        required
        inputMode="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={values.username}
        onChange={(event) => change({ username: event.target.value })}
      />
      <PasswordField
        label={t("admin.email.password")}
        hint={t(values.provider === "other" ? "admin.email.passwordHint" : "admin.email.appPasswordHint")}
        required={!account?.hasPassword}
        autoComplete="off"
        placeholder={account?.hasPassword ? "••••••••" : undefined}
        value={values.password}
        onChange={(event) => change({ password: event.target.value })}
      />
      <TextField
        label={t("admin.email.sender")}
        hint={t("admin.email.senderHint")}
        autoComplete="off"
        maxLength={320}
        value={values.sender}
        onChange={(event) => change({ sender: event.target.value })}
      />
    </div>
  );
}

function ServerFields({ form: { values, change } }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.server}>
      <TextField
        label={t("admin.email.host")}
        required
        autoCapitalize="none"
        spellCheck={false}
        maxLength={253}
        value={values.host}
        onChange={(event) => change({ host: event.target.value })}
      />
      <SelectField
        label={t("admin.email.port")}
        value={values.port}
        options={["465", "587", "2525", "25"].map((port) => ({ value: port, label: port }))}
        onChange={(event) =>
          change({ port: event.target.value, security: event.target.value === "465" ? "tls" : "starttls" })
        }
      />
    </div>
  );
}

/** Result of the last test. */
export function EmailResult({ form: { recipient, failure, loading } }: Props) {
  const { t } = useTranslation();
  return (
    <>
      {recipient && (
        <Notice tone="good" isAlert>
          {t("admin.email.sent", { email: recipient })}
        </Notice>
      )}
      <FailureNotice failure={failure ?? loading} />
    </>
  );
}
