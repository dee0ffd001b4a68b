import { useState } from "react";
import { leaveHall, stayInHall } from "../../../auth/ownAccount";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextsChoice } from "../../../components/erasure/TextsChoice";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../Profile.module.css";

interface Props {
  /** The deletion date of the account; null if no deletion was requested. */
  dueAt: string | null;
  /** Whether the request was to erase the member's texts too. */
  erasesTexts: boolean;
}

/** The way out, and until the day comes the way back. */
export function DeleteAccount({ dueAt, erasesTexts }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const [erases, setErases] = useState(false);
  const refresh = useRefresh();
  const leaving = useAction(leaveHall);
  const staying = useAction(stayInHall);

  const handleLeave = async () => {
    const outcome = await leaving.run(erases);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    await refresh();
    scrollTo({ top: 0 });
  };
  const handleStay = async () => {
    const outcome = await staying.run();
    if (!outcome || outcome.failure) return;
    showToast(t("profile.security.stayed"), { tone: "success" });
    await refresh();
  };

  if (dueAt) {
    const stay = (
      <Button look="primary" isBusy={staying.isRunning} onClick={handleStay}>
        {t("profile.security.stay")}
      </Button>
    );
    return (
      <>
        <Notice tone="bad" isAlert action={stay}>
          {t(erasesTexts ? "profile.security.leavingErased" : "profile.security.leaving")}{" "}
          <DateTime value={dueAt} format="date" />
        </Notice>
        <FailureNotice failure={staying.failure} onRetry={handleStay} />
      </>
    );
  }
  return (
    <>
      <ul className={styles.bullets}>
        <li>{t("profile.security.leaveGoes")}</li>
        <li>{t("profile.security.leaveStays")}</li>
        <li>{t("profile.security.leaveGrace")}</li>
      </ul>
      <TextsChoice
        legend={t("profile.security.leaveTexts")}
        keep={{ label: t("profile.security.leaveKeep"), text: t("profile.security.leaveKeepText") }}
        erase={{ label: t("profile.security.leaveErase"), text: t("profile.security.leaveEraseText") }}
        erases={erases}
        onChange={setErases}
      />
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("profile.security.leaveAsk")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("profile.security.leaveAsk")}
        confirm={t("profile.security.leaveConfirm")}
        isDanger
        isBusy={leaving.isRunning}
        failure={leaving.failure}
        onConfirm={handleLeave}
        onClose={() => setAsking(false)}
      >
        <p>
          <b>{t(erases ? "profile.security.leaveErase" : "profile.security.leaveKeep")}</b>
        </p>
        <p>{t(erases ? "profile.security.leaveEraseText" : "profile.security.leaveKeepText")}</p>
        <p>{t("profile.security.leaveGrace")}</p>
      </ConfirmDialog>
    </>
  );
}
