import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { Notice } from "../../../components/feedback/Notice";
import type { Bounces, MemberPayload } from "../../../generated/payloads";
import { resetBounces } from "../../../lib/api/members";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../parts/parts.module.css";

interface Props {
  member: MemberPayload;
  bounces: Bounces;
}

/** That emails to the member came back, whether they are stopped, and the way to let them go there again. */
export function EmailTrouble({ member, bounces }: Props) {
  const { t } = useTranslation();
  const refresh = useRefresh();
  const { run, isRunning, failure } = useAction(resetBounces);
  const handleReset = async () => {
    const outcome = await run(member.id);
    if (!outcome || outcome.failure) return;
    showToast(t("admin.member.bounce.done"), { tone: "success" });
    await refresh();
  };
  const state = bounces.isStopped ? "stopped" : "counted";
  return (
    <section className={styles.sheet} aria-labelledby="member-bounces">
      <h2 id="member-bounces">{t("admin.member.bounce.title")}</h2>
      <Notice tone={bounces.isStopped ? "bad" : "note"}>
        <p>
          {t(`admin.member.bounce.${state}`)} {t(`admin.member.bounce.reason.${bounces.reason}`)}
        </p>
        <p className="facts soft small">
          <DateTime value={bounces.bouncedAt} say={(date) => t("admin.member.bounce.last", { date })} />
          {bounces.status && <span>{t("admin.member.bounce.code", { code: bounces.status })}</span>}
        </p>
      </Notice>
      <div>
        <Button isBusy={isRunning} onClick={handleReset}>
          {t("admin.member.bounce.reset")}
        </Button>
      </div>
      <FailureNotice failure={failure} onRetry={handleReset} />
    </section>
  );
}
