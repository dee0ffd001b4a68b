import { useState } from "react";
import { useVisitor } from "../../lib/context";
import { usePart } from "../../lib/parts/usePart";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { BellIcon } from "../icons";
import type { WatchLevel, WatchTarget } from "./watchTypes";

interface Props {
  target: WatchTarget;
  /** Null: as it is without a choice. */
  level: WatchLevel | null;
}

const loadDialog = () => import("./WatchDialog").then((module) => module.WatchDialog);

/** Button for watching a topic, a forum, a tag or a language. */
export function WatchButton({ target, level }: Props) {
  const { t } = useTranslation();
  const visitor = useVisitor();
  const { Part, want } = usePart(loadDialog, "topics");
  const [isOpen, setOpen] = useState(false);
  if (!visitor) return null;
  const handleOpen = () => {
    want();
    setOpen(true);
  };
  return (
    <>
      <Button look="quiet" size="small" aria-haspopup="dialog" onClick={handleOpen}>
        <BellIcon size={18} />
        <span className="visually-hidden">{t("forum.watch.title")}</span>{" "}
        <span>{t(`forum.watch.${level ?? "normal"}`)}</span>
      </Button>
      {Part && <Part target={target} level={level} isOpen={isOpen} onClose={() => setOpen(false)} />}
    </>
  );
}
