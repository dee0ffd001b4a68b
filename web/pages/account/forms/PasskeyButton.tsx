import { signInWithPasskey } from "../../../auth/factors/passkeys";
import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  isReady: boolean;
}

/** Sign-in with a passkey: the browser asks which. The layout then redirects to the page that was requested. */
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
