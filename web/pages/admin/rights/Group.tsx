import { useState } from "react";
import { useNavigate } from "react-router";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { Pager } from "../../../components/Pager";
import { pathTo } from "../../../generated/paths";
import type { AdminGroupPayload } from "../../../generated/payloads";
import { deleteGroup, restoreGroup } from "../../../lib/api/rights/groups";
import { useLang, useVisitor } from "../../../lib/context";
import type { PageProps } from "../../../lib/page";
import { useAction } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { AdminPage } from "../parts/AdminPage";
import parts from "../parts/parts.module.css";
import { AddMember } from "./AddMember";
import { GroupForm } from "./GroupForm";
import { People } from "./People";

/** One group: requests first, then its members, invitations, and its texts. */
export function Group({ data }: PageProps<AdminGroupPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const { group } = data;
  return (
    <AdminPage
      title={group.name}
      back={{ to: pathTo.adminGroups({ lang }), label: t("admin.groups.back") }}
      lead={`${t("groups.count", { count: group.memberCount })} · ${t(`groups.joining.${group.joining}`)}`}
    >
      <People kind="asked" people={data.asked} group={group.id} />
      <AddMember group={group.id} />
      <People kind="members" people={data.members} group={group.id} />
      <Pager next={data.next} />
      <People kind="invited" people={data.invited} group={group.id} />
      <section className={parts.sheet} aria-labelledby="group-settings">
        <h2 id="group-settings">{t("admin.groups.settings")}</h2>
        <GroupForm key={group.id} group={data} />
      </section>
      <Deletion data={data} />
    </AdminPage>
  );
}

/** Deletes the group with its members and roles, with undo. */
function Deletion({ data: { group } }: PageProps<AdminGroupPayload>) {
  const { t } = useTranslation();
  const lang = useLang();
  const navigate = useNavigate();
  const [isAsking, setAsking] = useState(false);
  const offerUndo = useUndo();
  const { run, isRunning, failure } = useAction(deleteGroup);
  if (!useVisitor()?.isAdmin) return null;
  const handleConfirm = async () => {
    const outcome = await run(group.id);
    if (!outcome || outcome.failure) return;
    offerUndo(t("admin.groups.deleted"), () => restoreGroup(group.id));
    navigate(pathTo.adminGroups({ lang }));
  };
  return (
    <div>
      <Button look="danger" onClick={() => setAsking(true)}>
        {t("admin.groups.delete")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={t("admin.groups.deleteTitle", { name: group.name })}
        confirm={t("admin.groups.delete")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleConfirm}
        onClose={() => setAsking(false)}
      >
        <p>{t("admin.groups.deleteText")}</p>
      </ConfirmDialog>
    </div>
  );
}
