import { useTranslation } from "../../lib/texts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";
import { PenaltyFields } from "./PenaltyFields";
import { usePenalties } from "./usePenalties";

interface Props {
  member: { id: string; displayName: string };
  /** Where the member wrote: offers a silence in its area. */
  topic?: string;
  onClose: () => void;
}

/** Silences or suspends the author of something. Rendered only while it is open. */
export function PenaltyDialog({ member, topic, onClose }: Props) {
  const { t } = useTranslation();
  const state = usePenalties(member.id, topic);
  const handleConfirm = async () => {
    if (state.known?.choices.length === 0 || (await state.impose())) onClose();
  };
  return (
    <ConfirmDialog
      isOpen
      isDanger
      title={t("penalty.title", { name: member.displayName })}
      confirm={t("penalty.impose")}
      isBusy={state.isImposing || !state.known}
      failure={state.failure}
      onConfirm={handleConfirm}
      onClose={onClose}
    >
      <PenaltyFields state={state} />
    </ConfirmDialog>
  );
}
