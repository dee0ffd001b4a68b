import { Button } from "../../../components/Button";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { GlobeIcon } from "../../../components/icons";
import { askForTranslation } from "../../../lib/api/community/translations";
import { useAction } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { KnownTranslation } from "./KnownTranslation";
import type { TranslateProps } from "./translateTypes";

/** For members who do not read both languages: the translation that there is, or a request for one. */
export function AskForTranslation(props: TranslateProps) {
  const { thing, wanted, opened, onChange } = props;
  const { t } = useTranslation();
  const action = useAction(askForTranslation);
  const { known, requests, hasAsked } = opened;
  const handleClick = async () => {
    const outcome = await action.run(thing, wanted, !hasAsked);
    if (outcome && !outcome.failure) await onChange();
  };
  const isWanted = !known || known.isOutdated;
  return (
    <div className="stack">
      {known && <KnownTranslation {...props} />}
      {known?.isOutdated && <Notice tone="note">{t("translation.isOutdated")}</Notice>}
      {isWanted && (
        <>
          <p>{t(hasAsked ? "translation.asked" : "translation.cannot")}</p>
          {requests > 0 && <p className="soft">{t("translation.asking", { count: requests })}</p>}
          <div>
            <Button look={hasAsked ? "soft" : "primary"} isBusy={action.isRunning} onClick={handleClick}>
              <GlobeIcon size={18} />
              {t(hasAsked ? "translation.unask" : "translation.ask")}
            </Button>
          </div>
        </>
      )}
      <FailureNotice failure={action.failure} onRetry={handleClick} />
    </div>
  );
}
