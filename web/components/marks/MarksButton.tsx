import { useState } from "react";
import type { TextMark } from "../../lib/api/community/translations";
import { usePart } from "../../lib/parts/usePart";
import { useTranslation } from "../../lib/texts";
import { Button } from "../Button";
import { LockIcon } from "../icons";

interface Props {
  marks: readonly TextMark[];
  onChange: (marks: TextMark[]) => void;
}

const loadDialog = () => import("./MarksDialog").then((module) => module.MarksDialog);

/** The marks of a text that is being written. Their dialog is loaded on demand. */
export function MarksButton({ marks, onChange }: Props) {
  const { t } = useTranslation();
  const { Part: Dialog, want } = usePart(loadDialog, "editor");
  const [isOpen, setOpen] = useState(false);
  const handleOpen = () => {
    setOpen(true);
    want();
  };
  const said = marks.map((mark) => t(`marks.of.${mark}`)).join(" · ");
  return (
    <>
      <Button look="quiet" size="small" onClick={handleOpen}>
        <LockIcon size={18} />
        {said || t("marks.open")}
      </Button>
      {isOpen && Dialog && (
        <Dialog
          marks={marks}
          onSave={(chosen) => {
            onChange(chosen);
            setOpen(false);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
