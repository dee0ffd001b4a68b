import { useState } from "react";
import { Button, ButtonLink } from "../../../components/Button";
import { pathTo } from "../../../generated/paths";
import { useLang, useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { usePart } from "../../../lib/usePart";
import { useAdminPart } from "../post/useAdminPart";
import { useHere } from "../write/useHere";
import styles from "./entry.module.css";
import type { EntryProps } from "./entryTypes";

interface Props extends Pick<EntryProps, "entry" | "thing" | "onQuote"> {
  onEdit: () => void;
}

const loadDialogs = () => import("./EntryDialogs").then((module) => module.EntryDialogs);
const loadHideButton = () => import("./HideButton").then((module) => module.HideButton);

/** The actions that this visitor has on the entry. Others are hidden; the database rejects them anyway. */
export function EntryActions({ entry, thing, onQuote, onEdit }: Props) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"delete" | "report" | null>(null);
  const { Part: Dialogs, want } = usePart(loadDialogs);
  const HideButton = useAdminPart(loadHideButton);
  const isShown = entry.state === "shown";
  const open = (which: "delete" | "report") => {
    setDialog(which);
    want();
  };
  return (
    <footer className={styles.actions}>
      {onQuote && <ActionButton onClick={onQuote}>{t("forum.post.quote")}</ActionButton>}
      {entry.canEdit && <ActionButton onClick={onEdit}>{t("forum.post.edit")}</ActionButton>}
      {entry.isMine && isShown && <ActionButton onClick={() => open("delete")}>{t("forum.post.delete")}</ActionButton>}
      {!entry.isMine && isShown && <ReportButton onClick={() => open("report")} />}
      {HideButton && entry.state !== "deleted" && <HideButton thing={thing} isShown={isShown} />}
      {Dialogs && <Dialogs open={dialog} thing={thing} onClose={() => setDialog(null)} />}
    </footer>
  );
}

interface ButtonProps {
  children: React.ReactNode;
  onClick: () => void;
}

function ActionButton(props: ButtonProps) {
  return <Button look="quiet" {...props} />;
}

/** A guest signs in first: a report has a name to it. */
function ReportButton({ onClick }: Omit<ButtonProps, "children">) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useHere();
  if (useVisitor()) return <ActionButton onClick={onClick}>{t("forum.post.report")}</ActionButton>;
  return (
    <ButtonLink look="quiet" rel="nofollow" to={pathTo.signin({ lang }, { next: here })}>
      {t("forum.post.report")}
    </ButtonLink>
  );
}
