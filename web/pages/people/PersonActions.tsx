import { useState } from "react";
import { Button, ButtonLink } from "../../components/Button";
import { ConfirmDialog } from "../../components/dialogs/ConfirmDialog";
import { CheckIcon, MailIcon, PlusIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import type { PersonPayload } from "../../generated/payloads";
import { reportProfile, setBlocked, setFollowing } from "../../lib/api/people/people";
import { useLang, useVisitor } from "../../lib/context";
import { usePart } from "../../lib/parts/usePart";
import { useQuickAction } from "../../lib/requests/useQuickAction";
import { useTranslation } from "../../lib/texts";
import { CleanButton } from "../forum/bulk/CleanButton";

const loadReport = () => import("../forum/entry/ReportDialog").then((module) => module.ReportDialog);

interface Props {
  person: PersonPayload;
}

/** Actions of a member on another: follow, write to, block, report. Nothing for guests. */
export function PersonActions({ person }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const [isAsking, setAsking] = useState(false);
  const [isReporting, setReporting] = useState(false);
  const { Part: Report, want } = usePart(loadReport, "editor");
  const { run, isRunning } = useQuickAction();
  const { id, displayName: name, isFollowed, isBlocked } = person;
  if (!useVisitor()) return null;
  const handleFollow = () =>
    run(
      () => setFollowing(id, !isFollowed),
      isFollowed ? t("people.person.unfollowed", { name }) : t("people.person.followed", { name }),
    );
  const handleBlock = async () => {
    setAsking(false);
    await run(
      () => setBlocked(id, !isBlocked),
      isBlocked ? t("people.person.unblocked", { name }) : t("people.person.blocked", { name }),
    );
  };
  const handleReport = () => {
    want();
    setReporting(true);
  };
  return (
    <>
      {person.isActive && !isBlocked && (
        <Button look={isFollowed ? "plain" : "soft"} isBusy={isRunning} onClick={handleFollow}>
          {isFollowed ? <CheckIcon size={18} /> : <PlusIcon size={18} />}
          {isFollowed ? t("people.person.unfollow") : t("people.person.follow")}
        </Button>
      )}
      {person.takesMessages && (
        <ButtonLink to={pathTo.messagesPerson({ lang, personId: id })}>
          <MailIcon size={18} />
          {t("people.person.message")}
        </ButtonLink>
      )}
      <Button look="quiet" isBusy={isRunning} onClick={isBlocked ? handleBlock : () => setAsking(true)}>
        {isBlocked ? t("people.person.unblock") : t("people.person.block")}
      </Button>
      <Button look="quiet" onClick={handleReport}>
        {t("people.person.report")}
      </Button>
      {Report && (
        <Report
          isOpen={isReporting}
          onReport={(report, reason, note) => reportProfile(report, id, reason, note)}
          onClose={() => setReporting(false)}
        />
      )}
      <CleanButton member={person} label={t("people.person.clean")} />
      <ConfirmDialog
        isOpen={isAsking}
        title={t("people.person.blockTitle", { name })}
        confirm={t("people.person.block")}
        isDanger
        onConfirm={handleBlock}
        onClose={() => setAsking(false)}
      >
        <p>{t("people.person.blockText")}</p>
      </ConfirmDialog>
    </>
  );
}
