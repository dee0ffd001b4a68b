import { useRef, useState } from "react";
import { Button } from "../../../components/Button";
import { useLang, useModerates } from "../../../lib/context";
import { separatorIn } from "../../../lib/format/format";
import { usePart } from "../../../lib/parts/usePart";
import { useTranslation } from "../../../lib/texts";
import "../../../theme/reactions.css";
import styles from "./entry.module.css";
import type { EntryPanel, EntryProps } from "./entryTypes";

interface Props extends EntryProps {
  onEdit: () => void;
}

const loadMenu = () => import("./EntryMenu").then((module) => module.EntryMenu);

/** A thread has these on every reply, so their icons are drawn by CSS, not as elements. Replying is in sight; what is done rarely is behind a button, and is loaded when it is pressed. */
export function EntryActions(props: Props) {
  const { entry, onQuote } = props;
  const { t } = useTranslation();
  const lang = useLang();
  const [open, setOpen] = useState<EntryPanel>(null);
  const more = useRef<HTMLButtonElement>(null);
  const { Part: Menu, want } = usePart(loadMenu, "editor");
  const moderates = useModerates();
  const isShown = entry.state === "shown";
  const hasMore = isShown || (moderates && entry.state !== "deleted");
  const press = (panel: EntryPanel) => () => {
    setOpen(open ? null : panel);
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
      {isShown && (
        <Button look="quiet" size="small" data-sign="react" aria-expanded={open === "react"} onClick={press("react")}>
          <span className="visually-hidden">
            {t("forum.post.react", {
              given: entry.reactions
                .map(({ kind, count }) => `${t(`forum.reaction.${kind}`)} ${count}`)
                .join(separatorIn(lang)),
            })}
          </span>
          {entry.reactions.map((reaction) => (
            <span
              key={reaction.kind}
              aria-hidden
              data-reaction={reaction.kind}
              data-mine={reaction.isMine || undefined}
            >
              {reaction.count}
            </span>
          ))}
        </Button>
      )}
      {hasMore && (
        <Button
          ref={more}
          look="quiet"
          size="small"
          aria-label={t("forum.post.more")}
          aria-haspopup="true"
          aria-expanded={open === "more"}
          onClick={press("more")}
        />
      )}
      {Menu && <Menu {...props} open={open} opener={more} onClose={() => setOpen(null)} />}
    </footer>
  );
}
