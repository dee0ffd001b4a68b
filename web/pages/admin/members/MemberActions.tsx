import type { User } from "@supabase/supabase-js";
import { useState } from "react";
import { askNewPassword } from "../../../auth/account";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextsChoice } from "../../../components/erasure/TextsChoice";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { pathTo } from "../../../generated/paths";
import type { MemberPayload } from "../../../generated/payloads";
import { deleteMember, restoreMember } from "../../../lib/api/members";
import { useLang } from "../../../lib/context";
import { formatMoment } from "../../../lib/format/format";
import { useTimeZone } from "../../../lib/format/useTimeZone";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";

/** As account_deletions.due_at has it. */
const THIRTY_DAYS = 30 * 24 * 3600 * 1000;

interface Props {
  user: User;
  member: MemberPayload;
}

/** Help with a lost password, and the deletion of the account, which can be undone for 30 days. */
export function MemberActions({ user, member }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const zone = useTimeZone();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  /** The day on which an account that is deleted now is gone; null: the dialog is closed. */
  const [dueAt, setDueAt] = useState<string | null>(null);
  const [erases, setErases] = useState(false);
  const recovering = useAction(askNewPassword);
  const deleting = useAction(deleteMember);

  const handleRecover = async () => {
    const outcome = await recovering.run(user.email ?? "", pathTo.resetPassword({ lang }));
    if (outcome && !outcome.failure) showToast(t("admin.member.recoverySent"), { tone: "success" });
  };
  // The member may have asked for an earlier day.
  const handleAsk = () => {
    setErases(member.erasesTexts);
    setDueAt(member.dueAt ?? new Date(Date.now() + THIRTY_DAYS).toISOString());
  };
  const handleClose = () => {
    setDueAt(null);
    deleting.clear();
  };
  const handleDelete = async () => {
    const outcome = await deleting.run(member.id, erases);
    if (!outcome || outcome.failure) return;
    setDueAt(null);
    const date = formatMoment(lang, outcome.value, zone, "date");
    offerUndo(t("admin.member.deleted", { date }), () => restoreMember(member.id));
    await refresh();
    scrollTo({ top: 0 });
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
      <Button look="danger" onClick={handleAsk}>
        {t("admin.member.delete")}
      </Button>
      <ConfirmDialog
        isOpen={dueAt !== null}
        title={`${t("admin.member.delete")}: ${member.displayName}`}
        confirm={t("admin.member.delete")}
        isDanger
        isBusy={deleting.isRunning}
        failure={deleting.failure}
        onConfirm={handleDelete}
        onClose={handleClose}
      >
        {dueAt && (
          <p>
            <DateTime value={dueAt} format="date" say={(date) => t("admin.member.deleteText", { date })} />
          </p>
        )}
        <p>{t("admin.member.deleteGoes")}</p>
        {member.erasesTexts ? (
          <p>{t("admin.member.textsGo")}</p>
        ) : (
          <TextsChoice
            legend={t("admin.member.texts")}
            keep={{ label: t("admin.member.textsKeep"), text: t("admin.member.textsKeepText") }}
            erase={{ label: t("admin.member.textsErase"), text: t("admin.member.textsEraseText") }}
            erases={erases}
            onChange={setErases}
          />
        )}
      </ConfirmDialog>
    </section>
  );
}
