import { useState } from "react";
import { redeemBotCheckCode, requestBotCheckCode } from "../../auth/botCheck/botCheck";
import { useLang } from "../../lib/context";
import { useAction } from "../../lib/requests/useAction";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { FailureNotice } from "../feedback/FailureNotice";
import { TextField } from "../fields/Field";

interface Props {
  /** For a visitor without an account; a member's code goes to the member's own address. */
  address?: string;
  /** If the bot check is for another service than the database. */
  ask?: typeof requestBotCheckCode;
  redeem?: typeof redeemBotCheckCode;
  /** The code was correct: send the rejected request again. */
  onProven: () => void;
}

/** A code by email, for devices on which the proof of work fails. It may be inside a form, so it is not a form itself. */
export function EmailBotCheck({ address, ask = requestBotCheckCode, redeem = redeemBotCheckCode, onProven }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const asking = useAction(ask);
  const redeeming = useAction(redeem);
  const [isSent, setSent] = useState(false);
  const [code, setCode] = useState("");
  const [error, setError] = useState<string | null>(null);

  const handleAsk = async () => {
    const outcome = await asking.run(lang, address);
    if (outcome && !outcome.failure) setSent(true);
  };
  const handleRedeem = async () => {
    const outcome = await redeeming.run(code.trim(), address);
    if (!outcome || outcome.failure) return;
    setError(outcome.value ? null : t("common.botCheck.wrong"));
    if (outcome.value) onProven();
  };
  if (!isSent) {
    return (
      <>
        <FailureNotice failure={asking.failure} onRetry={handleAsk} />
        <Button isBusy={asking.isRunning} onClick={handleAsk}>
          {t("common.botCheck.ask")}
        </Button>
      </>
    );
  }
  return (
    <>
      <TextField
        label={t("common.botCheck.code")}
        hint={t("common.botCheck.sent")}
        error={error}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        value={code}
        onChange={(event) => setCode(event.target.value)}
        onKeyDown={(event) => {
          // Not the form around it, which would be sent without the code.
          if (event.key === "Enter") event.preventDefault();
          if (event.key === "Enter") handleRedeem();
        }}
      />
      <FailureNotice failure={redeeming.failure} onRetry={handleRedeem} />
      <Button look="primary" isBusy={redeeming.isRunning} onClick={handleRedeem}>
        {t("common.botCheck.give")}
      </Button>
    </>
  );
}
