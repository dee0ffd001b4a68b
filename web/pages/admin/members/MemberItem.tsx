import { useState } from "react";
import { Link } from "react-router";
import { Avatar } from "../../../components/Avatar";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { Tag } from "../../../components/Tag";
import { pathTo } from "../../../generated/paths";
import type { MemberRow } from "../../../generated/payloads";
import { setAdministrator } from "../../../lib/api/profile";
import { useLang, useVisitor } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import styles from "../Members.module.css";

interface Props {
  member: MemberRow;
}

/** One member, and the switch that grants or revokes administration. */
export function MemberItem({ member }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const visitor = useVisitor();
  const isAdmin = visitor?.isAdmin ?? false;
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure, clear } = useAction(setAdministrator);
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const act = t(member.isAdmin ? "admin.members.remove" : "admin.members.make");
  const text = member.isAdmin ? "admin.members.removeText" : "admin.members.makeText";

  const handleConfirm = async () => {
    const outcome = await run(member.id, !member.isAdmin);
    if (!outcome || outcome.failure) return;
    setAsking(false);
    // An administrator without the right cannot give it back to themselves.
    if (member.isAdmin && member.id !== visitor?.id)
      offerUndo(t("admin.members.removed", { name: member.displayName }), () => setAdministrator(member.id, true));
    await refresh();
  };
  const handleClose = () => {
    setAsking(false);
    clear();
  };

  return (
    <li className={styles.row}>
      <Avatar name={member.displayName} pictureUrl={member.pictureUrl} />
      <div className={styles.who}>
        <p className="cluster">
          <Link to={pathTo.adminMember({ lang, memberId: member.id })} className={styles.name}>
            {member.displayName}
          </Link>
          {member.isAdmin && <Tag tone="accent">{t("admin.members.administrator")}</Tag>}
          {!member.isConfirmed && <Tag tone="note">{t("admin.members.unconfirmed")}</Tag>}
        </p>
        <p className={`cluster soft small ${styles.facts}`}>
          {member.email && <span>{member.email}</span>}
          <DateTime value={member.createdAt} format="shortDate" say={(date) => t("profile.since", { date })} />
        </p>
      </div>
      <div className={styles.act}>
        {isAdmin && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            {act}
          </Button>
        )}
      </div>
      <ConfirmDialog
        isOpen={isAsking}
        title={`${act}: ${member.displayName}`}
        confirm={act}
        isDanger={member.isAdmin}
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleConfirm}
        onClose={handleClose}
      >
        <p>{t(text)}</p>
      </ConfirmDialog>
    </li>
  );
}
