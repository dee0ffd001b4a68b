import { Button } from "../../../components/Button";
import { setHidden, type Thing } from "../../../lib/api/forum";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";

interface Props {
  thing: Thing;
  isShown: boolean;
}

/** Hides an entry from all members, or shows it again. */
export function HideButton({ thing, isShown }: Props) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const handleClick = () =>
    run(() => setHidden(thing, isShown), isShown ? t("forum.post.done.hidden") : t("forum.post.done.shown"));
  return (
    <Button look="quiet" isBusy={isRunning} onClick={handleClick}>
      {isShown ? t("forum.post.hide") : t("forum.post.unhide")}
    </Button>
  );
}
