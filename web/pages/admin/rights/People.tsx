import { useState } from "react";
import { Avatar } from "../../../components/Avatar";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import type { GroupMember } from "../../../generated/payloads";
import { setGroupMember } from "../../../lib/api/rights/groups";
import { useVisitor } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import parts from "../parts/parts.module.css";
import styles from "./rights.module.css";

type Kind = "asked" | "members" | "invited";

interface Props {
  kind: Kind;
  people: readonly GroupMember[];
  group: string;
}

/** Those who asked, are in, or are invited, each with what can be done. */
export function People({ kind, people, group }: Props) {
  const { t } = useTranslation();
  if (people.length === 0) return null;
  return (
    <section className={parts.sheet} aria-labelledby={`group-${kind}`}>
      <h2 id={`group-${kind}`}>{t(`admin.groups.${kind}`)}</h2>
      <ul className="rows">
        {people.map((person) => (
          <li key={person.id} className={styles.person}>
            <Avatar name={person.displayName} pictureUrl={person.pictureUrl} size="small" />
            <span className={styles.who}>
              <bdi>{person.displayName}</bdi>
              <span className="soft small">
                <DateTime value={person.since} format="shortDate" />
              </span>
            </span>
            {kind === "asked" && <Accept person={person} group={group} />}
            <Removing kind={kind} person={person} group={group} />
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PersonProps {
  person: GroupMember;
  group: string;
}

function Accept({ person, group }: PersonProps) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  return (
    <Button
      size="small"
      look="primary"
      isBusy={isRunning}
      aria-label={t("admin.groups.acceptOf", { name: person.displayName })}
      onClick={() => run(() => setGroupMember(group, person.id, "member"), t("admin.groups.added"))}
    >
      {t("admin.groups.accept")}
    </Button>
  );
}

/** Administrators undo the removal of a member; leaders, who can only invite again, are asked first. */
function Removing({ kind, person, group }: PersonProps & { kind: Kind }) {
  const { t } = useTranslation();
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning } = useQuickAction();
  const hasUndo = isAdmin && kind === "members";
  const act = kind === "members" ? "remove" : "decline";
  const name = t(`admin.groups.${act}Of`, { name: person.displayName });
  const remove = async () => {
    const reverse = hasUndo ? () => setGroupMember(group, person.id, "member") : undefined;
    await run(() => setGroupMember(group, person.id, null), t("admin.groups.removed"), reverse);
    setAsking(false);
  };
  return (
    <>
      <Button
        size="small"
        look="quiet"
        isBusy={isRunning}
        aria-label={name}
        onClick={() => (hasUndo ? void remove() : setAsking(true))}
      >
        {t(`admin.groups.${act}`)}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={name}
        confirm={t(`admin.groups.${act}`)}
        isBusy={isRunning}
        onConfirm={() => void remove()}
        onClose={() => setAsking(false)}
      >
        <p>{t("admin.groups.removeText")}</p>
      </ConfirmDialog>
    </>
  );
}
