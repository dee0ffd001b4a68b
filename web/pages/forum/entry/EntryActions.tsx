import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { useVisitor } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { usePart } from "../../../lib/usePart";
import styles from "./entry.module.css";
import type { EntryProps } from "./entryTypes";

interface Props extends Pick<EntryProps, "entry" | "thing" | "onQuote"> {
  onEdit: () => void;
}

const loadMenu = () => import("./EntryMenu").then((module) => module.EntryMenu);

/** A thread has these on every reply, so their icons are drawn by CSS, not as elements. Replying is in sight; what is done rarely is behind a button, and is loaded when it is pressed. */
export function EntryActions({ entry, thing, onQuote, onEdit }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const more = useRef<HTMLButtonElement>(null);
  const { Part: Menu, want } = usePart(loadMenu, "editor");
  const isAdmin = useVisitor()?.isAdmin ?? false;
  const hasMore = entry.state === "shown" || (isAdmin && entry.state !== "deleted");
  const handleMore = () => {
    setOpen(!isOpen);
    want();
  };
  if (!onQuote && !hasMore) return null;
  return (
    <footer className={styles.actions}>
      {onQuote && (
        <Button look="quiet" size="small" onClick={onQuote}>
          {t("forum.post.quote")}
        </Button>
      )}
      {hasMore && (
        <Button
          ref={more}
          look="quiet"
          size="small"
          aria-label={t("forum.post.more")}
          aria-haspopup="true"
          aria-expanded={isOpen}
          onClick={handleMore}
        />
      )}
      {Menu && <Menu entry={entry} thing={thing} isOpen={isOpen} opener={more} onEdit={onEdit} onClose={setOpen} />}
    </footer>
  );
}
