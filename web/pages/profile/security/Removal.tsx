import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { useAction } from "../../../lib/requests/useAction";
import type { Outcome } from "../../../lib/requests/write";
import { useTranslation } from "../../../lib/texts";

interface Props {
  /** Of what goes. */
  name: string;
  /** Consequence of the removal. */
  text: string;
  remove: () => Promise<Outcome<unknown>>;
  onRemoved: () => Promise<void>;
}

/** Takes something that one signs in with away, once it is said what that means. */
export function Removal({ name, text, remove, onRemoved }: Props) {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const { run, isRunning, failure } = useAction(remove);
  const title = `${t("profile.security.remove")}: ${name}`;
  const handleRemove = async () => {
    const outcome = await run();
    if (!outcome || outcome.failure) return;
    setAsking(false);
    await onRemoved();
  };
  return (
    <>
      <Button onClick={() => setAsking(true)} aria-label={title}>
        {t("profile.security.remove")}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={title}
        confirm={t("profile.security.remove")}
        isDanger
        isBusy={isRunning}
        failure={failure}
        onConfirm={handleRemove}
        onClose={() => setAsking(false)}
      >
        <p>{text}</p>
      </ConfirmDialog>
    </>
  );
}
