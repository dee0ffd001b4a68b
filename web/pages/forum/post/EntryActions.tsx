import { useState } from "react";
import { Button, ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/routes";
import { useLang, useVisitor } from "../../../lib/context";
import { setHidden } from "../../../lib/forum";
import { useTranslation } from "../../../lib/texts";
import { useQuickAct } from "../../../lib/useQuickAct";
import { useHere } from "../write/useHere";
import { DeleteDialog } from "./DeleteDialog";
import type { EntryProps } from "./Entry";
import styles from "./entry.module.css";
import { ReportDialog } from "./ReportDialog";

interface Props extends Pick<EntryProps, "entry" | "thing" | "onQuote"> {
  onEdit: () => void;
}

/** What this visitor can do with this text. Whoever may not, does not see it; the rows refuse it anyway. */
export function EntryActions({ entry, thing, onQuote, onEdit }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const [dialog, setDialog] = useState<"delete" | "report" | null>(null);
  const { run, isRunning } = useQuickAct();
  const isShown = entry.state === "shown";
  const close = () => setDialog(null);
  const handleHide = () =>
    run(() => setHidden(thing, isShown), isShown ? t("forum.post.done.hidden") : t("forum.post.done.shown"));
  return (
    <footer className={styles.actions}>
      {onQuote && (
        <Button look="quiet" onClick={onQuote}>
          {t("forum.post.quote")}
        </Button>
      )}
      {entry.canEdit && (
        <Button look="quiet" onClick={onEdit}>
          {t("forum.post.edit")}
        </Button>
      )}
      {entry.isMine && isShown && (
        <Button look="quiet" onClick={() => setDialog("delete")}>
          {t("forum.post.delete")}
        </Button>
      )}
      {!entry.isMine && isShown && <ReportButton onClick={() => setDialog("report")} />}
      {visitor?.isAdmin && entry.state !== "deleted" && (
        <Button look="quiet" isBusy={isRunning} onClick={handleHide}>
          {isShown ? t("forum.post.hide") : t("forum.post.unhide")}
        </Button>
      )}
      <DeleteDialog isOpen={dialog === "delete"} thing={thing} onClose={close} />
      <ReportDialog isOpen={dialog === "report"} thing={thing} onClose={close} />
    </footer>
  );
}

interface ReportButtonProps {
  onClick: () => void;
}

/** A guest signs in first: a report has a name to it. */
function ReportButton({ onClick }: ReportButtonProps) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useHere();
  if (!useVisitor()) {
    return (
      <ButtonLink look="quiet" rel="nofollow" to={pathTo.signin({ lang }, { next: here })}>
        {t("forum.post.report")}
      </ButtonLink>
    );
  }
  return (
    <Button look="quiet" onClick={onClick}>
      {t("forum.post.report")}
    </Button>
  );
}
