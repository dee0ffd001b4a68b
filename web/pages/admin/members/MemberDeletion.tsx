import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { pathTo } from "../../../generated/paths";
import type { MemberPayload } from "../../../generated/payloads";
import { eraseMember, restoreMember } from "../../../lib/api/members";
import { useLang, useVisitor } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";

interface Props {
  member: MemberPayload;
  dueAt: string;
}

/** That the account will be deleted, by an administrator or by the member's own wish, and the ways out of the former. */
export function MemberDeletion({ member, dueAt }: Props) {
  const { t } = useTranslation();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const refresh = useRefresh();
  const restoring = useAction(restoreMember);
  const handleRestore = async () => {
    const outcome = await restoring.run(member.id);
    if (!outcome || outcome.failure) return;
    showToast(t("admin.member.restored"), { tone: "success" });
    await refresh();
  };
  const text = member.isDeleted ? "admin.member.waits" : "admin.member.leaves";
  return (
    <div className={styles.sheet}>
      <Notice tone={member.isDeleted ? "bad" : "note"}>
        <DateTime value={dueAt} format="date" say={(date) => t(text, { date })} />
        {member.erasesTexts && <p>{t("admin.member.textsGo")}</p>}
      </Notice>
      {member.isDeleted && isAdmin && (
        <div className="cluster">
          <Button look="primary" isBusy={restoring.isRunning} onClick={handleRestore}>
            {t("admin.member.restore")}
          </Button>
          {!member.isAdmin && <Erasure member={member} />}
        </div>
      )}
      <FailureNotice failure={restoring.failure} onRetry={handleRestore} />
    </div>
  );
}

/** The deletion at once, for those who demand it. */
function Erasure({ member }: { member: MemberPayload }) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const erasing = useAction(eraseMember);
  const handleErase = async () => {
    const outcome = await erasing.run(member.id);
    if (!outcome || outcome.failure) return;
    showToast(t("admin.member.erased"), { tone: "success" });
    navigate(pathTo.adminMembers({ lang }));
  };
  const handleClose = () => {
    setAsking(false);
    erasing.clear();
  };
  return (
    <>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("admin.member.erase")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${t("admin.member.erase")}: ${member.displayName}`}
        confirm={t("admin.member.erase")}
        isDanger
        isBusy={erasing.isRunning}
        failure={erasing.failure}
        onConfirm={handleErase}
        onClose={handleClose}
      >
        <p>{t("admin.member.eraseText")}</p>
        <p>{t(member.erasesTexts ? "admin.member.textsGo" : "admin.member.textsStay")}</p>
      </ConfirmDialog>
    </>
  );
}
