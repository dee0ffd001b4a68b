import { useState } from "react";
import { sendCode } from "../../../auth/account";
import { type Identifier, readIdentifier } from "../../../auth/accountRules";
import { readSavedIdentifier, saveField } from "../../../auth/formMemory";
import type { SignInOptions } from "../../../generated/payloads";
import { useLang } from "../../../lib/context";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";
import { CheckMail } from "../CheckMail";
import { AccountForm } from "./AccountForm";
import { checkWho, IdentifierField } from "./IdentifierField";
import { SignInMethods } from "./SignInMethods";

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
  const [sentTo, setSentTo] = useState<Identifier | null>(null);

  const check = (values: { who: string }) => ({ who: checkWho(options, values.who) });
  const form = useForm({ who: "" }, check, send, readSavedIdentifier);
  async function send(values: { who: string }) {
    saveField("who", values.who.trim());
    const who = readIdentifier(values.who);
    const outcome = await run(who, goOn, lang);
    if (outcome && !outcome.failure) setSentTo(who);
  }

  if (sentTo) {
    const type = "email" in sentTo ? "email" : "sms";
    return <CheckMail who={sentTo} type={type} goOn={goOn} onBack={() => setSentTo(null)} />;
  }
  return (
    <>
      <h1>{t("signin.codeTitle")}</h1>
      <p className={styles.lead}>{t(options.phone ? "signin.codeLeadBoth" : "signin.codeLead")}</p>
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
