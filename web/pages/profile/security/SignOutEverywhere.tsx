import { useState } from "react";
import { signOutEverywhere } from "../../../auth/account";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";

export function SignOutEverywhere() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure } = useAction(signOutEverywhere);
  const handleConfirm = async () => {
    const outcome = await run();
    if (outcome && !outcome.failure) showToast(t("nav.signedOut"), { tone: "success" });
  };
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("profile.signOutEverywhere")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("profile.signOutEverywhere")}
        confirm={t("nav.signOut")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("profile.signOutEverywhereText")}</p>
      </ConfirmDialog>
    </>
  );
}
