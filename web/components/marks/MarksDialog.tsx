import { useState } from "react";
import type { TextMark } from "../../lib/api/community/translations";
import type { Failure } from "../../lib/requests/errors";
import { useTranslation } from "../../lib/texts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { MarksField } from "./MarksField";

interface Props {
  marks: readonly TextMark[];
  isBusy?: boolean;
  failure?: Failure | null;
  onSave: (marks: TextMark[]) => void;
  onClose: () => void;
}

/** Chooses what a text is kept from. Rendered only while it is open. */
export function MarksDialog({ marks: before, isBusy, failure, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [marks, setMarks] = useState<TextMark[]>([...before]);
  return (
    <ConfirmDialog
      isOpen
      title={t("marks.title")}
      confirm={t("common.save")}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => onSave(marks)}
      onClose={onClose}
    >
      <p className="soft">{t("marks.lead")}</p>
      <MarksField marks={marks} onChange={setMarks} />
    </ConfirmDialog>
  );
}
