import { useState } from "react";
import { Button } from "../../../components/Button";
import { PenaltyDialog } from "../../../components/penalties/PenaltyDialog";
import type { DeskCase } from "../../../generated/payloads";
import { claimCase, closeCase, releaseCase, reopenCase } from "../../../lib/api/rights/desk";
import { useVisitor } from "../../../lib/context";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

/** Claims a case, gives it back, decides it, and opens it again. */
export function CaseActs({ item }: { item: DeskCase }) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { run, isRunning } = useQuickAction();
  const [isPenalizing, setPenalizing] = useState(false);
  const { id, kind, state } = item;
  const isMine = item.claimedBy === visitor?.id;
  const isOver = state === "resolved" || state === "rejected";
  const reverse = kind === "private" ? undefined : () => reopenCase(id);
  const close = (outcome: "resolved" | "rejected") =>
    run(() => closeCase(id, outcome), t(`admin.desk.done.${outcome}`), reverse);
  if (isOver) {
    if (!reverse) return null;
    return (
      <div className="cluster">
        <Button isBusy={isRunning} onClick={() => run(reverse, t("admin.desk.done.reopened"))}>
          {t("admin.desk.reopen")}
        </Button>
      </div>
    );
  }
  return (
    <div className="cluster">
      {!isMine && (
        <Button
          look="primary"
          isBusy={isRunning}
          onClick={() =>
            run(
              () => claimCase(id),
              t("admin.desk.done.claimed"),
              () => releaseCase(id),
            )
          }
        >
          {t("admin.desk.claim")}
        </Button>
      )}
      {(isMine || state === "open") && (
        <>
          <Button
            look={kind === "post" || kind === "reply" ? "danger" : "soft"}
            isBusy={isRunning}
            onClick={() => close("resolved")}
          >
            {t(`admin.desk.resolve.${kind}`)}
          </Button>
          <Button isBusy={isRunning} onClick={() => close("rejected")}>
            {t(`admin.desk.reject.${kind}`)}
          </Button>
        </>
      )}
      {(isMine || visitor?.isAdmin) && state === "in_progress" && (
        <Button
          look="quiet"
          isBusy={isRunning}
          onClick={() => run(() => releaseCase(id), t("admin.desk.done.released"))}
        >
          {t("admin.desk.release")}
        </Button>
      )}
      {item.authorId && (
        <Button look="quiet" onClick={() => setPenalizing(true)}>
          {t("penalty.open")}
        </Button>
      )}
      {isPenalizing && item.authorId && (
        <PenaltyDialog
          member={{ id: item.authorId, displayName: item.authorName ?? "" }}
          topic={item.postId ?? undefined}
          onClose={() => setPenalizing(false)}
        />
      )}
    </div>
  );
}
