import { giveKey } from "../../../auth/factors/factors";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Account.module.css";

interface Props {
  factorId: string;
  isReady: boolean;
}

/** The security key as the second step: the browser asks for it. */
export function FactorKey({ factorId, isReady }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(giveKey);
  return (
    <div className={styles.form}>
      <FailureNotice failure={failure} />
      <Button look="primary" size="big" isWide isBusy={isRunning} disabled={!isReady} onClick={() => run(factorId)}>
        {t("signin.factorKeyUse")}
      </Button>
    </div>
  );
}
