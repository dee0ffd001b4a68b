import { useState } from "react";
import { Button } from "../../../components/Button";
import { PenaltyDialog } from "../../../components/penalties/PenaltyDialog";
import type { DeskCase } from "../../../generated/payloads";
import { claimCase, closeCase, type Rejected, releaseCase, reopenCase } from "../../../lib/api/rights/desk";
import { useVisitor } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import { RejectDialog } from "./RejectDialog";

interface Props {
  item: DeskCase;
}

/** Claims a case, gives it back, decides it, and opens it again. */
export function CaseActs({ item }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { run, isRunning } = useQuickAction();
  const { id, state } = item;
  const isMine = item.claimedBy === visitor?.id;
  if (state === "resolved" || state === "rejected") {
    // A reported private message stays closed.
    if (item.kind === "private") return null;
    return (
      <div className="cluster">
        <Button isBusy={isRunning} onClick={() => run(() => reopenCase(id), t("admin.desk.done.reopened"))}>
          {t("admin.desk.reopen")}
        </Button>
      </div>
    );
  }
  const claim = () =>
    run(
      () => claimCase(id),
      t("admin.desk.done.claimed"),
      () => releaseCase(id),
    );
  return (
    <div className="cluster">
      {!isMine && (
        <Button look="primary" isBusy={isRunning} onClick={claim}>
          {t("admin.desk.claim")}
        </Button>
      )}
      {(isMine || state === "open") && <Outcomes item={item} />}
      {(isMine || visitor?.isAdmin) && state === "in_progress" && (
        <Button
          look="quiet"
          isBusy={isRunning}
          onClick={() => run(() => releaseCase(id), t("admin.desk.done.released"))}
        >
          {t("admin.desk.release")}
        </Button>
      )}
      <Penalty item={item} />
    </div>
  );
}

const DESTROYING: readonly DeskCase["kind"][] = ["post", "reply", "profile", "booking", "translation"];

function Outcomes({ item }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const [isRejecting, setRejecting] = useState(false);
  const { id, kind } = item;
  // Reports, or a moderator, have hidden the text already.
  const subject = item.isHidden ? "hidden" : kind;
  const close = (outcome: "resolved" | "rejected", rejected?: Rejected) => {
    setRejecting(false);
    return run(
      () => closeCase(id, outcome, rejected),
      t(`admin.desk.done.${outcome}`),
      kind === "private" ? undefined : () => reopenCase(id),
    );
  };
  return (
    <>
      <Button
        look={!item.isHidden && DESTROYING.includes(kind) ? "danger" : "soft"}
        isBusy={isRunning}
        onClick={() => close("resolved")}
      >
        {t(`admin.desk.resolve.${subject}`)}
      </Button>
      <Button isBusy={isRunning} onClick={() => (kind === "held" ? setRejecting(true) : close("rejected"))}>
        {t(`admin.desk.reject.${subject}`)}
      </Button>
      {kind === "held" && (
        <RejectDialog
          isOpen={isRejecting}
          onReject={(rejected) => close("rejected", rejected)}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
}

/** Silences or suspends the author. */
function Penalty({ item }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const [isOpen, setOpen] = useState(false);
  if (!item.authorId || !visitor?.rights.includes("moderate")) return null;
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t("penalty.open")}
      </Button>
      {isOpen && (
        <PenaltyDialog
          member={{ id: item.authorId, displayName: item.authorName ?? "" }}
          topic={item.postId ?? (item.kind === "held" ? item.thingId : undefined)}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
