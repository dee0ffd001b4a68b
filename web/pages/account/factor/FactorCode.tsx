import { useState } from "react";
import { challengePhone, giveCode } from "../../../auth/factors/factors";
import { giveRecoveryCode } from "../../../auth/factors/recoveryCodes";
import { useCountdown } from "../../../auth/factors/useCountdown";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import { TextField } from "../../../components/fields/Field";
import { useForm } from "../../../lib/forms/useForm";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { AccountForm } from "../forms/AccountForm";

interface Props {
  kind: "app" | "phone" | "paper";
  factorId: string | null;
  isReady: boolean;
}

const SIX_DIGITS = /^\s*\d{3}\s?\d{3}\s*$/;
const PAPER = /^[\s\-a-z2-7]{16,30}$/i;

/** The code of an app, an SMS, or a recovery code. */
export function FactorCode({ kind, factorId, isReady }: Props) {
  const { t } = useTranslation();
  const challenging = useAction(challengePhone);
  const giving = useAction(kind === "paper" ? giveRecoveryCode : giveOwn);
  const [left, startWaiting] = useCountdown(60);
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
    if (!outcome) return;
    startWaiting(outcome.failure?.values?.count);
    if (outcome.value) setChallengeId(outcome.value.id);
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
        <Button isWide isBusy={challenging.isRunning} disabled={!isReady || left > 0} onClick={handleSend}>
          {left > 0 ? t("signup.resendIn", { count: left }) : t("signin.factorSend")}
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
