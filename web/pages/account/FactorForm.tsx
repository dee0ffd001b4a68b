import { useState } from "react";
import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import { TextField } from "../../components/Field";
import { Notice } from "../../components/Notice";
import { challengePhone, findFactors, giveCode } from "../../lib/factors";
import { giveRecoveryCode } from "../../lib/recoveryCodes";
import { signOut } from "../../lib/session";
import { useTranslation } from "../../lib/texts";
import { useAction } from "../../lib/useAction";
import { useFetched } from "../../lib/useFetched";
import { useForm } from "../../lib/useForm";
import styles from "./Account.module.css";
import { AccountForm } from "./AccountForm";

interface Props {
  isReady: boolean;
}

type Kind = "app" | "phone" | "paper";
const LEADS = { app: "signin.factorApp", phone: "signin.factorPhone", paper: "signin.factorPaper" } as const;

/** The second step of signing in. With it the session is whole; the layout then goes on to where one was. */
export function FactorForm({ isReady }: Props) {
  const { t } = useTranslation();
  const { value: factors, failure: findFailure } = useFetched(findFactors);
  const [isOnPaper, setOnPaper] = useState(false);
  const factor = factors?.[0];
  const kind: Kind = isOnPaper ? "paper" : factor?.factor_type === "phone" ? "phone" : "app";
  return (
    <>
      <h1>{t("signin.factorTitle")}</h1>
      <p className={styles.lead}>{t(LEADS[kind])}</p>
      {findFailure && (
        <div className={styles.form}>
          <FailureNotice failure={findFailure} />
        </div>
      )}
      <CodeOfFactor key={kind} kind={kind} factorId={factor?.id ?? null} isReady={isReady} />
      <div className={styles.links}>
        <Button look="quiet" onClick={() => setOnPaper(!isOnPaper)}>
          {t(isOnPaper ? "signin.factorBack" : "signin.factorLost")}
        </Button>
        <Button look="quiet" onClick={() => signOut().then(() => history.back())}>
          {t("signin.factorOther")}
        </Button>
      </div>
    </>
  );
}

interface CodeProps extends Props {
  kind: Kind;
  factorId: string | null;
}

const SIX_DIGITS = /^\s*\d{3}\s?\d{3}\s*$/;
const PAPER = /^[\s\-a-z2-7]{16,30}$/i;

function CodeOfFactor({ kind, factorId, isReady }: CodeProps) {
  const { t } = useTranslation();
  const challenging = useAction(challengePhone);
  const giving = useAction(kind === "paper" ? giveRecoveryCode : giveOwn);
  const [challengeId, setChallengeId] = useState<string | null>(null);

  function giveOwn(code: string) {
    return giveCode(factorId ?? "", challengeId, code.replace(/\s/g, ""));
  }
  const check = ({ code }: { code: string }) => ({
    code: (kind === "paper" ? PAPER : SIX_DIGITS).test(code)
      ? null
      : kind === "paper"
        ? "error.auth.code"
        : "signup.codeInvalid",
  });
  const form = useForm({ code: "" }, check, async ({ code }) => {
    const outcome = await giving.run(code);
    if (outcome?.failure?.key === "error.auth.code") form.refuse({ code: outcome.failure.key });
  });
  const handleSend = async () => {
    const outcome = factorId === null ? null : await challenging.run(factorId);
    if (outcome?.value) setChallengeId(outcome.value.id);
  };
  const mayGive = kind === "paper" || (factorId !== null && (kind === "app" || challengeId !== null));
  return (
    <AccountForm
      form={form}
      failure={(giving.failure?.key === "error.auth.code" ? null : giving.failure) ?? challenging.failure}
      submit={t("signin.submit")}
      isBusy={giving.isRunning}
      isReady={isReady && mayGive}
    >
      {kind === "phone" && (
        <Button isWide isBusy={challenging.isRunning} onClick={handleSend}>
          {t("signin.factorSend")}
        </Button>
      )}
      {challengeId && <Notice tone="good">{t("signin.factorSent")}</Notice>}
      <TextField
        {...form.control("code")}
        label={t(kind === "paper" ? "signin.factorPaperCode" : "signin.factorCode")}
        inputMode={kind === "paper" ? "text" : "numeric"}
        autoComplete="one-time-code"
        autoCapitalize="none"
        maxLength={kind === "paper" ? 30 : 12}
        required
      />
    </AccountForm>
  );
}
