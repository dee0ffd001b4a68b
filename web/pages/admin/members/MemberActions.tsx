import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { useNavigate } from "react-router";
import { askNewPassword } from "../../../auth/account";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { SelectField, TextField } from "../../../components/fields/Field";
import { pathTo } from "../../../generated/paths";
import { changeMember, deleteMember } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { useAction } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";
import { findBan } from "./AccountFacts";

interface Props {
  user: User;
  onChange: () => Promise<void>;
}

/** As the service takes them. The last one means permanently. */
const SPANS = ["24h", "168h", "720h", "876000h"] as const;

/** Help with a lost password, a ban with its end, and the removal of the account. */
export function MemberActions({ user, onChange }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [span, setSpan] = useState<string>(SPANS[0]);
  const [reason, setReason] = useState("");
  const [isDeleting, setDeleting] = useState(false);
  const recovering = useAction(askNewPassword);
  const banning = useAction(changeMember);
  const deleting = useAction(deleteMember);
  const offerUndo = useUndo();
  const isBanned = findBan(user) !== null;

  const handleRecover = async () => {
    const outcome = await recovering.run(user.email ?? "", pathTo.resetPassword({ lang }));
    if (outcome && !outcome.failure) showToast(t("admin.member.recoverySent"), { tone: "success" });
  };
  const handleBan = async () => {
    const changes = isBanned ? { ban_duration: "none" } : { ban_duration: span, ban_reason: reason };
    const outcome = await banning.run(user.id, changes);
    if (!outcome || outcome.failure) return;
    setReason("");
    if (!isBanned) {
      offerUndo(t("admin.member.blockedNow"), async () => {
        const undone = await changeMember(user.id, { ban_duration: "none" });
        await onChange();
        return undone;
      });
    }
    await onChange();
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
      {!isBanned && (
        <>
          <SelectField
            label={t("admin.member.banFor")}
            value={span}
            onChange={(event) => setSpan(event.currentTarget.value)}
            options={SPANS.map((value) => ({ value, label: t(`admin.member.span.${value}`) }))}
          />
          <TextField
            label={t("admin.member.banReason")}
            hint={t("admin.member.banReasonHint")}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
            maxLength={500}
          />
        </>
      )}
      <Button isBusy={banning.isRunning} onClick={handleBan}>
        {t(isBanned ? "admin.member.unban" : "admin.member.ban")}
      </Button>
      <FailureNotice failure={recovering.failure ?? banning.failure} />
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
