import { useState } from "react";
import type { Bookmarkable } from "../../lib/api/community/reactions";
import { useVisitor } from "../../lib/context";
import { usePart } from "../../lib/parts/usePart";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";

interface Props {
  thing: Bookmarkable;
  /** Of the thing, for screen readers, where a list has many of these buttons. */
  name?: string;
}

const loadDialog = () => import("./BookmarkDialog").then((module) => module.BookmarkDialog);

/** For members: opens the bookmark of an article, a resource or a service. Its dialog is loaded when it is pressed. */
export function BookmarkButton({ thing, name }: Props) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { Part: Dialog, want } = usePart(loadDialog, "editor");
  if (!useVisitor()) return null;
  const handleClick = () => {
    want();
    setOpen(true);
  };
  return (
    <>
      <Button
        look={name ? "quiet" : undefined}
        size={name ? "small" : undefined}
        aria-label={name && `${t("common.bookmark")}: ${name}`}
        onClick={handleClick}
      >
        {t("common.bookmark")}
      </Button>
      {Dialog && <Dialog isOpen={isOpen} thing={thing} onClose={() => setOpen(false)} />}
    </>
  );
}
