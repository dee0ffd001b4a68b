import { Button } from "../../components/Button";
import { FailureNotice } from "../../components/FailureNotice";
import { signInWithPasskey } from "../../lib/passkeys";
import { useTranslation } from "../../lib/texts";
import { useAction } from "../../lib/useAction";

interface Props {
  isReady: boolean;
}

/** Sign-in with a key that the device keeps: the browser asks which. The layout then goes on to where one was. */
export function PasskeyButton({ isReady }: Props) {
  const { t } = useTranslation();
  const { run, isRunning, failure } = useAction(signInWithPasskey);
  return (
    <>
      <FailureNotice failure={failure} />
      <Button isWide isBusy={isRunning} disabled={!isReady} onClick={() => run()}>
        {t("signin.withPasskey")}
      </Button>
    </>
  );
}
