import { useState } from "react";
import { Button } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog";
import type { Group } from "../../generated/payloads";
import { joinGroup, leaveGroup } from "../../lib/api/rights/groups";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import styles from "./groups.module.css";

interface Props {
  group: Group;
}

/** Actions of a member in the group: join, ask, accept, withdraw or leave. */
export function Membership({ group }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  // In a list, several buttons say the same.
  const name = (act: string) => `${t(act)}: ${group.name}`;
  const join = () => joinGroup(group.id);
  const leave = () => leaveGroup(group.id);
  if (group.membership === "member") return <Leave group={group} />;
  if (group.membership === "asked")
    return (
      <div className={styles.acts}>
        <span className="soft small">{t("groups.asked")}</span>
        <Button
          size="small"
          look="quiet"
          isBusy={isRunning}
          aria-label={name("groups.withdraw")}
          onClick={() => run(leave, t("groups.withdrawn"), join)}
        >
          {t("groups.withdraw")}
        </Button>
      </div>
    );
  if (group.membership === "invited")
    return (
      <div className={styles.acts}>
        <Button
          size="small"
          look="primary"
          isBusy={isRunning}
          aria-label={name("groups.accept")}
          onClick={() => run(join, t("groups.joined"))}
        >
          {t("groups.accept")}
        </Button>
        <Button
          size="small"
          look="quiet"
          isBusy={isRunning}
          aria-label={name("groups.decline")}
          onClick={() => run(leave, t("groups.declined"))}
        >
          {t("groups.decline")}
        </Button>
      </div>
    );
  if (group.joining === "invitation") return null;
  const isOpen = group.joining === "open";
  return (
    <Button
      size="small"
      isBusy={isRunning}
      aria-label={name(isOpen ? "groups.join" : "groups.ask")}
      onClick={() => run(join, t(isOpen ? "groups.joined" : "groups.asked"), leave)}
    >
      {t(isOpen ? "groups.join" : "groups.ask")}
    </Button>
  );
}

/** Asks first: outside the group its forums, articles and files are out of sight. */
function Leave({ group }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useQuickAction();
  const handleConfirm = async () => {
    // Where joining is not open, only the leaders could undo it.
    const reverse = group.joining === "open" ? () => joinGroup(group.id) : undefined;
    await run(() => leaveGroup(group.id), t("groups.left"), reverse);
    setAsking(false);
  };
  return (
    <>
      <Button size="small" look="quiet" onClick={() => setAsking(true)}>
        {t("groups.leave")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("groups.leaveTitle", { name: group.name })}
        confirm={t("groups.leave")}
        isBusy={isRunning}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("groups.leaveText")}</p>
      </ConfirmDialog>
    </>
  );
}
