import { MarksField } from "../../../components/marks/MarksField";
import type { AdminForum } from "../../../generated/payloads";
import { setAreaMarks, type TextMark } from "../../../lib/api/community/translations";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  forum: AdminForum;
}

/** Marks of all texts of a forum. Saved at once, with undo. */
export function AreaMarks({ forum }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const before = forum.keptFrom;
  const choose = (marks: TextMark[]) =>
    run(
      () => setAreaMarks(forum.id, marks),
      t("marks.saved"),
      () => setAreaMarks(forum.id, before),
    );
  return (
    <details>
      <summary>{[t("marks.area"), ...before.map((mark) => t(`marks.of.${mark}`))].join(" · ")}</summary>
      <div className="stack">
        <MarksField marks={before} disabled={isRunning} onChange={choose} />
      </div>
    </details>
  );
}
