import type { Thing } from "../../../lib/api/forum";
import { DeleteDialog } from "./DeleteDialog";
import { ReportDialog } from "./ReportDialog";

interface Props {
  open: "delete" | "report" | null;
  thing: Thing;
  onClose: () => void;
}

/** The two questions that a text may lead to. */
export function EntryDialogs({ open, thing, onClose }: Props) {
  return (
    <>
      <DeleteDialog isOpen={open === "delete"} thing={thing} onClose={onClose} />
      <ReportDialog isOpen={open === "report"} thing={thing} onClose={onClose} />
    </>
  );
}
