import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import type { MemberPayload } from "../../../generated/payloads";
import { setAdministrator } from "../../../lib/api/profile";
import { useVisitor } from "../../../lib/context";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";

interface Props {
  member: MemberPayload;
}

/** Grants or revokes administration, after a question. */
export function AdministratorSwitch({ member }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
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
    <div>
      <Button look={member.isAdmin ? "danger" : "plain"} onClick={() => setAsking(true)}>
        {act}
      </Button>
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
    </div>
  );
}
