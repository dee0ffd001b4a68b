import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/ConfirmDialog";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import type { Outcome } from "../../../lib/requests/write";
import { showToast } from "../../../lib/toasts";

interface Props {
  labels: Record<"act" | "title" | "text" | "done", string>;
  remove: () => Promise<Outcome<unknown>>;
}

/** Takes a thing away for good, after asking. */
export function Removal({ labels, remove }: Props) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefresh();
  const action = useAction(remove);
  const handleConfirm = async () => {
    const outcome = await action.run();
    if (!outcome || outcome.failure) return;
    setOpen(false);
    showToast(labels.done, { tone: "success" });
    await refresh();
  };
  return (
    <>
      <Button look="danger" onClick={() => setOpen(true)}>
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
