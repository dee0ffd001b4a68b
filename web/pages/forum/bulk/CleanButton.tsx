import { useState } from "react";
import { Button } from "../../../components/Button";
import { TrashIcon } from "../../../components/icons";
import { useVisitor } from "../../../lib/context";
import { usePart } from "../../../lib/parts/usePart";

interface Props {
  member: { id: string; displayName: string };
  label: string;
}

const loadDialog = () => import("./CleanDialog").then((module) => module.CleanDialog);

/** For moderators: removes what a member has posted. The dialog is loaded on demand. */
export function CleanButton({ member, label }: Props) {
  const visitor = useVisitor();
  const { Part: Dialog, want } = usePart(loadDialog, "editor");
  const [isOpen, setOpen] = useState(false);
  if (!visitor?.rights.includes("moderate") || visitor.id === member.id) return null;
  return (
    <>
      <Button
        look="quiet"
        onClick={() => {
          setOpen(true);
          want();
        }}
      >
        <TrashIcon size={18} />
        {label}
      </Button>
      {isOpen && Dialog && <Dialog member={member} onClose={() => setOpen(false)} />}
    </>
  );
}
