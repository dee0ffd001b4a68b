import { type RefObject, useEffect, useEffectEvent, useRef, useState } from "react";
import { Link } from "react-router";
import { EditIcon, FlagIcon, TrashIcon } from "../../../components/icons";
import { pathTo } from "../../../generated/paths";
import { useLang, useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { useHere } from "../write/useHere";
import { EntryDialogs } from "./EntryDialogs";
import type { EntryProps } from "./entryTypes";
import { HideButton } from "./HideButton";
import styles from "./menu.module.css";

interface Props extends Pick<EntryProps, "entry" | "thing"> {
  isOpen: boolean;
  /** The button that opened it gets the focus back. */
  opener: RefObject<HTMLButtonElement | null>;
  onEdit: () => void;
  onClose: (isOpen: false) => void;
}

/** The actions that this visitor has on the entry. Others are hidden; the database rejects them anyway. */
export function EntryMenu({ entry, thing, isOpen, opener, onEdit, onClose }: Props) {
  const { t } = useTranslation();
  const [dialog, setDialog] = useState<"delete" | "report" | null>(null);
  const panel = usePanel(isOpen, opener, () => onClose(false));
  const visitor = useVisitor();
  const isShown = entry.state === "shown";
  const ask = (which: "delete" | "report") => {
    onClose(false);
    setDialog(which);
  };
  return (
    <>
      {isOpen && (
        <div ref={panel} className={styles.panel}>
          {entry.canEdit && (
            <button
              type="button"
              onClick={() => {
                onClose(false);
                onEdit();
              }}
            >
              <EditIcon size={20} />
              {t("forum.post.edit")}
            </button>
          )}
          {entry.isMine && isShown && (
            <button type="button" onClick={() => ask("delete")}>
              <TrashIcon size={20} />
              {t("forum.post.delete")}
            </button>
          )}
          {!entry.isMine && isShown && <ReportButton onClick={() => ask("report")} />}
          {visitor?.isAdmin && <HideButton thing={thing} isShown={isShown} onDone={() => onClose(false)} />}
        </div>
      )}
      <EntryDialogs open={dialog} thing={thing} onClose={() => setDialog(null)} />
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
  const here = useHere();
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
