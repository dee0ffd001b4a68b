import { Button } from "../../../components/Button";
import { TrashIcon } from "../../../components/icons";
import { removeTranslation, restoreTranslation } from "../../../lib/api/community/translations";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import type { TranslateProps } from "./translateTypes";

/** Author of the existing translation, and its removal, which can be undone. */
export function KnownTranslation({ opened, onDone }: TranslateProps) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  const { known, mayRemove } = opened;
  if (!known) return null;
  const handleRemove = async () => {
    const isDone = await run(
      () => removeTranslation(known.id),
      t("translation.removed"),
      () => restoreTranslation(known.id),
    );
    if (isDone) onDone();
  };
  return (
    <div className="cluster">
      <p className="soft">{t("translation.has", { name: known.translatorName ?? t("forum.formerMember") })}</p>
      {mayRemove && (
        <Button look="quiet" size="small" isBusy={isRunning} onClick={handleRemove}>
          <TrashIcon size={18} />
          {t("translation.remove")}
        </Button>
      )}
    </div>
  );
}
