import { sendCode } from "../../../auth/account";
import { readIdentifier } from "../../../auth/accountRules";
import { readSavedIdentifier, saveField } from "../../../auth/formMemory";
import type { SignInOptions } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { CheckMail } from "../CheckMail";
import { NoEmails } from "../NoEmails";
import { useSentTo } from "../useSentTo";
import { AccountForm } from "./AccountForm";
import { checkWho, IdentifierField } from "./IdentifierField";
import { SignInMethods, ToSignUp } from "./SignInMethods";

const SENT = ["email", "sms"] as const;

interface Props {
  options: SignInOptions;
  goOn: string;
  isReady: boolean;
}

/** Sign-in without a password: a code and a link by email, or a code by SMS. */
export function CodeForm({ options, goOn, isReady }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { run, isRunning, failure } = useAction(sendCode);
  const [sent, setSent] = useSentTo(SENT);

  const check = (values: { who: string }) => ({ who: checkWho(options, values.who) });
  const form = useForm({ who: "" }, check, send, readSavedIdentifier);
  async function send(values: { who: string }) {
    saveField("who", values.who.trim());
    const who = readIdentifier(values.who);
    const outcome = await run(who, goOn, lang);
    if (outcome && !outcome.failure) setSent({ who, type: "email" in who ? "email" : "sms" });
  }

  if (sent) return <CheckMail {...sent} goOn={goOn} onBack={() => setSent(null)} />;
  return (
    <>
      <h1>{t("signin.codeTitle")}</h1>
      <p className={styles.lead}>{t(options.phone ? "signin.codeLeadBoth" : "signin.codeLead")}</p>
      <ToSignUp options={options} />
      <NoEmails />
      <AccountForm
        form={form}
        failure={failure}
        submit={t("signin.codeSend")}
        isBusy={isRunning}
        isReady={isReady}
        who={form.values.who}
      >
        <IdentifierField options={options} {...form.control("who")} />
      </AccountForm>
      <SignInMethods options={options} shown="code" />
    </>
  );
}
