import { Link } from "react-router";
import { PasswordField } from "../../components/PasswordField";
import { pathTo } from "../../generated/routes";
import { signIn } from "../../lib/account";
import { checkEmail } from "../../lib/accountRules";
import { findLocalPath } from "../../lib/address";
import { usePage } from "../../lib/context";
import { keep, readKeptEmail } from "../../lib/kept";
import { useTranslation } from "../../lib/texts";
import { useAction } from "../../lib/useAction";
import { useForm } from "../../lib/useForm";
import styles from "./Account.module.css";
import { AccountForm } from "./AccountForm";
import { CheckMail } from "./CheckMail";
import { EmailField } from "./EmailField";

interface Props {
  /** The page is alive: before that, the browser would send the form itself. */
  isReady: boolean;
}

export function SignInForm({ isReady }: Props) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const { run, isRunning, failure } = useAction(signIn);
  const next = findLocalPath(query.next);

  const check = (values: { email: string; password: string }) => ({
    email: checkEmail(values.email),
    password: values.password ? null : "signin.passwordMissing",
  });
  const send = (values: { email: string; password: string }) => {
    keep("email", values.email.trim());
    run(values.email.trim(), values.password);
  };
  const form = useForm({ email: "", password: "" }, check, send, readKeptEmail);

  if (failure?.code === "email_not_confirmed") {
    return <CheckMail email={form.values.email.trim()} type="signup" goOn={next ?? pathTo.home({ lang })} />;
  }
  const wayOn = next ? { next } : undefined;
  return (
    <>
      <h1>{t("signin.title")}</h1>
      <AccountForm form={form} failure={failure} submit={t("signin.submit")} isBusy={isRunning} isReady={isReady}>
        <EmailField {...form.control("email")} />
        <PasswordField {...form.control("password")} label={t("signin.password")} autoComplete="current-password" />
      </AccountForm>
      <nav className={styles.links} aria-label={t("signin.otherWays")}>
        <Link to={pathTo.forgetPassword({ lang })}>{t("signin.forgot")}</Link>
        <Link to={pathTo.signup({ lang }, wayOn)}>{t("signin.toSignUp")}</Link>
      </nav>
    </>
  );
}
