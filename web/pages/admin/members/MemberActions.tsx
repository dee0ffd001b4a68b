import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { useNavigate } from "react-router";
import { askNewPassword } from "../../../auth/account";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { pathTo } from "../../../generated/paths";
import { deleteMember } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";

interface Props {
  user: User;
}

/** Help with a lost password, and the removal of the account. */
export function MemberActions({ user }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [isDeleting, setDeleting] = useState(false);
  const recovering = useAction(askNewPassword);
  const deleting = useAction(deleteMember);

  const handleRecover = async () => {
    const outcome = await recovering.run(user.email ?? "", pathTo.resetPassword({ lang }));
    if (outcome && !outcome.failure) showToast(t("admin.member.recoverySent"), { tone: "success" });
  };
  const handleDelete = async () => {
    const outcome = await deleting.run(user.id);
    if (!outcome || outcome.failure) return;
    showToast(t("admin.member.deleted"), { tone: "success" });
    navigate(pathTo.adminMembers({ lang }));
  };

  return (
    <section className={styles.sheet} aria-labelledby="acts">
      <h2 id="acts">{t("admin.member.acts")}</h2>
      {user.email && (
        <Button isBusy={recovering.isRunning} onClick={handleRecover}>
          {t("admin.member.recovery")}
        </Button>
      )}
      <FailureNotice failure={recovering.failure} />
      <Button look="danger" onClick={() => setDeleting(true)}>
        {t("admin.member.delete")}
      </Button>
      <ConfirmDialog
        isOpen={isDeleting}
        title={t("admin.member.delete")}
        confirm={t("admin.member.delete")}
        isDanger
        isBusy={deleting.isRunning}
        failure={deleting.failure}
        onConfirm={handleDelete}
        onClose={() => setDeleting(false)}
      >
        <p>{t("admin.member.deleteText")}</p>
      </ConfirmDialog>
    </section>
  );
}
