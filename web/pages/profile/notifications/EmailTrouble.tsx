import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import { retryOwnEmails } from "../../../components/watch/notices";
import type { Bounces } from "../../../generated/payloads";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";

interface Props {
  email: string;
  bounces: Bounces | null;
}

/** That emails to the member's address came back, why, and what to do. Nothing while they arrive. */
export function EmailTrouble({ email, bounces }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(retryOwnEmails);
  if (!bounces?.isStopped) return null;
  const handleRetry = async () => {
    const outcome = await run();
    if (!outcome || outcome.failure) return;
    showToast(t("profile.bounce.retried"), { tone: "success" });
    await refresh();
  };
  return (
    <div className="stack">
      <Notice tone="bad">
        <p>
          <strong>{t("profile.bounce.title", { email })}</strong>
        </p>
        <p>
          {t(`profile.bounce.reason.${bounces.reason}`)} {t("profile.bounce.effect")}
        </p>
        <p>{t(`profile.bounce.advice.${bounces.reason}`)}</p>
        {bounces.retryAt && (
          <p>
            <DateTime value={bounces.retryAt} say={(date) => t("profile.bounce.later", { date })} />
          </p>
        )}
      </Notice>
      {!bounces.retryAt && (
        <div>
          <Button isBusy={isRunning} onClick={handleRetry}>
            {t("profile.bounce.retry")}
          </Button>
        </div>
      )}
      <FailureNotice failure={failure} onRetry={handleRetry} />
    </div>
  );
}
