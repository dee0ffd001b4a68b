import { LockIcon } from "../../../components/icons";
import { setHidden, type Thing } from "../../../lib/api/forum";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  thing: Thing;
  isShown: boolean;
  onDone: () => void;
}

/** Hides an entry from all members, or shows it again. */
export function HideButton({ thing, isShown, onDone }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const handleClick = async () => {
    if (isRunning) return;
    await run(
      () => setHidden(thing, isShown),
      isShown ? t("forum.post.done.hidden") : t("forum.post.done.shown"),
      () => setHidden(thing, !isShown),
    );
    onDone();
  };
  return (
    <button type="button" aria-busy={isRunning || undefined} onClick={handleClick}>
      <LockIcon size={20} />
      {isShown ? t("forum.post.hide") : t("forum.post.unhide")}
    </button>
  );
}
