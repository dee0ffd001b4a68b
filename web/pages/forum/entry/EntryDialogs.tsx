import { useEffect } from "react";
import { BookmarkDialog } from "../../../components/bookmarks/BookmarkDialog";
import { MarksDialog } from "../../../components/marks/MarksDialog";
import { PenaltyDialog } from "../../../components/penalties/PenaltyDialog";
import type { ForumEntry } from "../../../generated/payloads";
import { reportTranslation, setMarks, type TextMark } from "../../../lib/api/community/translations";
import { report, type Thing } from "../../../lib/api/forum";
import { usePart } from "../../../lib/parts/usePart";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import { useTranslation } from "../../../lib/texts";
import { DeleteDialog } from "./DeleteDialog";
import type { EntryDialog } from "./entryTypes";
import { ReportDialog } from "./ReportDialog";

interface Props {
  open: EntryDialog | null;
  entry: ForumEntry;
  thing: Thing;
  topic: string;
  onClose: () => void;
}

const loadTranslation = () => import("../translate/TranslationDialog").then((module) => module.TranslationDialog);

/** The questions that a text may lead to. */
export function EntryDialogs({ open, entry, thing, topic, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <>
      <DeleteDialog isOpen={open === "delete"} thing={thing} onClose={onClose} />
      <ReportDialog
        isOpen={open === "report"}
        onReport={(id, reason, note) => report(id, thing, reason, note)}
        onClose={onClose}
      />
      {entry.translation && (
        <ReportDialog
          isOpen={open === "reportTranslation"}
          title={t("translation.report")}
          onReport={(id, reason, note) =>
            reportTranslation(id, thing, entry.translation?.language ?? entry.language, reason, note)
          }
          onClose={onClose}
        />
      )}
      <BookmarkDialog isOpen={open === "bookmark"} thing={thing} onClose={onClose} />
      {open === "translate" && <Translation thing={thing} language={entry.language} topic={topic} onClose={onClose} />}
      {open === "marks" && <EntryMarks thing={thing} marks={entry.keptFrom} onClose={onClose} />}
      {open === "penalty" && entry.author && <PenaltyDialog member={entry.author} topic={topic} onClose={onClose} />}
    </>
  );
}

type TranslationProps = Pick<Props, "thing" | "topic" | "onClose"> & Pick<ForumEntry, "language">;

/** With an editor, so it is loaded when it is asked for. */
function Translation(props: TranslationProps) {
  const { Part, want } = usePart(loadTranslation);
  useEffect(want, [want]);
  return Part && <Part {...props} />;
}

interface MarksProps extends Pick<Props, "thing" | "onClose"> {
  marks: ForumEntry["keptFrom"];
}

function EntryMarks({ thing, marks, onClose }: MarksProps) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const action = useAction(setMarks);
  const handleSave = async (chosen: TextMark[]) => {
    const outcome = await action.run(thing, chosen);
    if (!outcome || outcome.failure) return;
    onClose();
    offerUndo(t("marks.saved"), () => setMarks(thing, marks));
    await refresh();
  };
  return (
    <MarksDialog
      marks={marks}
      isBusy={action.isRunning}
      failure={action.failure}
      onSave={handleSave}
      onClose={onClose}
    />
  );
}
