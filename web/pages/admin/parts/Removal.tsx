import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useUndo } from "../../../lib/requests/useUndo";
import type { Outcome } from "../../../lib/requests/write";

interface Props {
  /** Among the acts of a row: smaller and quiet. */
  isInRow?: boolean;
  labels: Record<"act" | "title" | "text" | "done", string>;
  remove: () => Promise<Outcome<unknown>>;
  restore: () => Promise<Outcome<unknown>>;
}

/** Deletes a thing after asking, and offers to bring it back. */
export function Removal({ isInRow, labels, remove, restore }: Props) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const offerUndo = useUndo();
  const action = useAction(remove);
  const handleConfirm = async () => {
    const outcome = await action.run();
    if (!outcome || outcome.failure) return;
    setOpen(false);
    offerUndo(labels.done, restore);
    await refresh();
  };
  return (
    <>
      <Button look={isInRow ? "quiet" : "danger"} size={isInRow ? "small" : "medium"} onClick={() => setOpen(true)}>
        {labels.act}
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        title={labels.title}
        confirm={labels.act}
        isDanger
        isBusy={action.isRunning}
        failure={action.failure}
        onConfirm={handleConfirm}
        onClose={() => setOpen(false)}
      >
        <p>{labels.text}</p>
      </ConfirmDialog>
    </>
  );
}
