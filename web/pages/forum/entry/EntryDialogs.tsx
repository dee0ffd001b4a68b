import { PenaltyDialog } from "../../../components/penalties/PenaltyDialog";
import type { ForumEntry } from "../../../generated/payloads";
import { report, type Thing } from "../../../lib/api/forum";
import { DeleteDialog } from "./DeleteDialog";
import { ReportDialog } from "./ReportDialog";
import { BookmarkDialog } from "./reactions/BookmarkDialog";

interface Props {
  open: "delete" | "report" | "bookmark" | "penalty" | null;
  entry: ForumEntry;
  thing: Thing;
  topic: string;
  onClose: () => void;
}

/** The questions that a text may lead to. */
export function EntryDialogs({ open, entry, thing, topic, onClose }: Props) {
  return (
    <>
      <DeleteDialog isOpen={open === "delete"} thing={thing} onClose={onClose} />
      <ReportDialog
        isOpen={open === "report"}
        onReport={(id, reason, note) => report(id, thing, reason, note)}
        onClose={onClose}
      />
      <BookmarkDialog isOpen={open === "bookmark"} isKept={entry.isBookmarked} thing={thing} onClose={onClose} />
      {open === "penalty" && entry.author && <PenaltyDialog member={entry.author} topic={topic} onClose={onClose} />}
    </>
  );
}
