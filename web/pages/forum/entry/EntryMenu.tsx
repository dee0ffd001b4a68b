import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { BookmarkIcon, EditIcon, FlagIcon, GlobeIcon, LockIcon, TrashIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import { useLang, useModerates, useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { useCurrentPath } from "../write/useCurrentPath";
import { EntryDialogs } from "./EntryDialogs";
import type { EntryDialog, EntryPanel, EntryProps } from "./entryTypes";
import { HideButton } from "./HideButton";
import styles from "./menu.module.css";
import { Reactions } from "./reactions/Reactions";
import { SolveButton } from "./reactions/SolveButton";

interface Props extends EntryProps {
  open: EntryPanel;
  /** The button that opened it gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
  onClose: () => void;
}

/** Panel below an entry: the reactions, or the actions of this visitor on it. */
export function EntryMenu({ open, ...props }: Props) {
  const { entry, thing, opener, onClose } = props;
  const [dialog, setDialog] = useState<EntryDialog | null>(null);
  const panel = usePanel(open !== null, opener, onClose);
  const ask = (which: EntryDialog) => {
    onClose();
    setDialog(which);
  };
  return (
    <>
      {open && (
        <div ref={panel} className={styles.panel} data-panel={open}>
          {open === "react" ? <Reactions entry={entry} thing={thing} /> : <Actions {...props} onAsk={ask} />}
        </div>
      )}
      <EntryDialogs
        open={dialog}
        entry={entry}
        thing={thing}
        topic={props.address.postId}
        onClose={() => setDialog(null)}
      />
    </>
  );
}

interface ActionsProps extends Omit<Props, "open" | "opener"> {
  onAsk: (dialog: EntryDialog) => void;
}

/** The actions that this visitor has on the entry. Others are hidden; the database rejects them anyway. */
function Actions({ entry, thing, place, address, onEdit, onClose, onAsk }: ActionsProps) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const moderates = useModerates();
  const isShown = entry.state === "shown";
  const handleEdit = () => {
    onClose();
    onEdit();
  };
  return (
    <>
      {entry.canEdit && (
        <button type="button" onClick={handleEdit}>
          <EditIcon size={20} />
          {t("forum.post.edit")}
        </button>
      )}
      {visitor && isShown && (
        <button type="button" onClick={() => onAsk("bookmark")}>
          <BookmarkIcon size={20} />
          {t(entry.isBookmarked ? "topics.bookmark.change" : "topics.bookmark.add")}
        </button>
      )}
      {visitor && isShown && !entry.keptFrom.includes("translate") && (
        <button type="button" onClick={() => onAsk("translate")}>
          <GlobeIcon size={20} />
          {t("translation.open")}
        </button>
      )}
      {isShown && (entry.isMine || moderates) && (
        <button type="button" onClick={() => onAsk("marks")}>
          <LockIcon size={20} />
          {t("marks.open")}
        </button>
      )}
      {place?.canSolve && <SolveButton reply={entry.id} isAnswer={place.isAnswer} address={address} onDone={onClose} />}
      {entry.isMine && isShown && (
        <button type="button" onClick={() => onAsk("delete")}>
          <TrashIcon size={20} />
          {t("forum.post.delete")}
        </button>
      )}
      {visitor && isShown && entry.translation && (
        <button type="button" onClick={() => onAsk("reportTranslation")}>
          <FlagIcon size={20} />
          {t("translation.report")}
        </button>
      )}
      {!entry.isMine && isShown && <ReportButton onClick={() => onAsk("report")} />}
      {moderates && <HideButton thing={thing} isShown={isShown} onDone={onClose} />}
      {moderates && entry.author && !entry.isMine && (
        <button type="button" onClick={() => onAsk("penalty")}>
          <LockIcon size={20} />
          {t("penalty.open")}
        </button>
      )}
    </>
  );
}

/** Focused when it opens; Escape, leaving it and a press elsewhere close it. */
function usePanel(isOpen: boolean, opener: Props["opener"], close: () => void) {
  const panel = useRef<HTMLDivElement>(null);
  const handleEvent = useEffectEvent((event: Event) => {
    const { target } = event;
    if (event instanceof KeyboardEvent) {
      if (event.key !== "Escape") return;
      opener.current?.focus();
      close();
    } else if (target instanceof Node && !panel.current?.contains(target) && !opener.current?.contains(target)) {
      close();
    }
  });
  useEffect(() => {
    if (!isOpen) return;
    panel.current?.querySelector<HTMLElement>("a, button")?.focus();
    const events = ["keydown", "pointerdown", "focusin"];
    for (const name of events) document.addEventListener(name, handleEvent);
    return () => {
      for (const name of events) document.removeEventListener(name, handleEvent);
    };
  }, [isOpen]);
  return panel;
}

/** A guest signs in first: a report has a name to it. */
function ReportButton({ onClick }: { onClick: () => void }) {
  const { t } = useTranslation();
  const lang = useLang();
  const here = useCurrentPath();
  const content = (
    <>
      <FlagIcon size={20} />
      {t("forum.post.report")}
    </>
  );
  if (useVisitor()) {
    return (
      <button type="button" onClick={onClick}>
        {content}
      </button>
    );
  }
  return (
    <Link rel="nofollow" to={pathTo.signin({ lang }, { next: here })}>
      {content}
    </Link>
  );
}
