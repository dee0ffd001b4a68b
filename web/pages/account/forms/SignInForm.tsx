import { Link } from "react-router";
import { signIn } from "../../../auth/account";
import { readIdentifier } from "../../../auth/accountRules";
import { canUseKeys } from "../../../auth/factors/passkeys";
import { readSavedIdentifier, saveField } from "../../../auth/formMemory";
import { PasswordField } from "../../../components/fields/PasswordField";
import { BanNotice } from "../../../components/penalties/BanNotice";
import { pathTo } from "../../../generated/paths";
import type { SignInOptions } from "../../../generated/payloads";
import { usePage } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { CheckMail } from "../CheckMail";
import { useSentTo } from "../useSentTo";
import { AccountForm } from "./AccountForm";
import { checkWho, IdentifierField } from "./IdentifierField";
import { PasskeyButton } from "./PasskeyButton";
import { Providers } from "./Providers";
import { SignInMethods, ToSignUp } from "./SignInMethods";

const SENT = ["signup"] as const;

interface Props {
  options: SignInOptions;
  goOn: string;
  /** The page is hydrated: before that, the browser would submit the form itself. */
  isReady: boolean;
}

interface Values extends Record<string, string> {
  who: string;
  password: string;
}

/** Sign-in by password, with OAuth providers and passkey below it. */
export function SignInForm({ options, goOn, isReady }: Props) {
  const { t } = useTranslation();
  const { lang, query } = usePage();
  const { run, isRunning, failure, clear } = useAction(signIn);
  // A browser without keys has no button for them, as soon as that is known.
  const hasKeys = options.passkeys && (!isReady || canUseKeys());
  const [sent, setSent] = useSentTo(SENT);

  const check = (values: Values) => ({
    who: checkWho(options, values.who),
    password: values.password ? null : "signin.passwordMissing",
  });
  const send = async (values: Values) => {
    saveField("who", values.who.trim());
    const who = readIdentifier(values.who);
    const outcome = await run(who, values.password);
    if (outcome?.failure?.code === "email_not_confirmed") setSent({ who, type: "signup" });
  };
  const form = useForm<Values>({ who: "", password: "" }, check, send, readSavedIdentifier);

  const handleBack = () => {
    clear();
    setSent(null);
  };
  if (sent) return <CheckMail {...sent} goOn={goOn} onBack={handleBack} />;
  return (
    <>
      <h1>{t("signin.title")}</h1>
      <ToSignUp options={options} />
      <AccountForm
        form={form}
        failure={failure}
        submit={t("signin.submit")}
        isBusy={isRunning}
        isReady={isReady}
        who={form.values.who}
      >
        {failure?.code === "user_banned" && <BanNotice />}
        <IdentifierField options={options} {...form.control("who")} />
        <div className={styles.password}>
          <PasswordField {...form.control("password")} label={t("signin.password")} autoComplete="current-password" />
          <Link
            className={styles.forgot}
            to={pathTo.forgetPassword({ lang }, { next: query.next, invite: query.invite })}
          >
            {t("signin.forgot")}
          </Link>
        </div>
      </AccountForm>
      <SignInMethods options={options} shown="password">
        {(options.providers.length > 0 || hasKeys) && (
          <Providers providers={options.providers} goOn={goOn} isReady={isReady}>
            {hasKeys && <PasskeyButton isReady={isReady} />}
          </Providers>
        )}
      </SignInMethods>
    </>
  );
}
