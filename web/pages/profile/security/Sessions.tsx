import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/FailureNotice";
import { ListState } from "../../../components/ListState";
import { Tag } from "../../../components/Tag";
import { nameDevice } from "../../../lib/device";
import { endSession, listSessions, type OwnSession, signOutElsewhere } from "../../../lib/ownAccount";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import { useAction } from "../../../lib/useAction";
import { useFetched } from "../../../lib/useFetched";
import styles from "../Profile.module.css";
import { SignOutEverywhere } from "./SignOutEverywhere";

/** Every browser that is signed in, with the way to end one of them, the others, or all. */
export function Sessions() {
  const { t } = useTranslation();
  const { value: sessions, failure, isLoading, fetch } = useFetched(listSessions);
  const ending = useAction(endSession);
  const endingOthers = useAction(signOutElsewhere);

  const handleEnd = async (id: string) => {
    const outcome = await ending.run(id);
    if (outcome && !outcome.failure) await fetch();
  };
  const handleOthers = async () => {
    const outcome = await endingOthers.run();
    if (!outcome || outcome.failure) return;
    showToast(t("profile.security.othersEnded"), { tone: "success" });
    await fetch();
  };
  return (
    <>
      <ListState items={sessions ?? []} empty={null} isLoading={isLoading} failure={failure} onRetry={fetch}>
        {(items) => (
          <ul className={styles.list}>
            {items.map((session) => (
              <SessionItem key={session.id} session={session} isBusy={ending.isRunning} onEnd={handleEnd} />
            ))}
          </ul>
        )}
      </ListState>
      <FailureNotice failure={ending.failure ?? endingOthers.failure} />
      {(sessions?.length ?? 0) > 1 && (
        <Button isBusy={endingOthers.isRunning} onClick={handleOthers}>
          {t("profile.security.endOthers")}
        </Button>
      )}
      <SignOutEverywhere />
    </>
  );
}

interface ItemProps {
  session: OwnSession;
  isBusy: boolean;
  onEnd: (id: string) => void;
}

function SessionItem({ session, isBusy, onEnd }: ItemProps) {
  const { t } = useTranslation();
  const device = nameDevice(session.user_agent) || t("profile.security.unknownDevice");
  return (
    <li className={styles.row}>
      <p className="cluster">
        <strong>{device}</strong>
        {session.is_current && <Tag tone="good">{t("profile.security.here")}</Tag>}
      </p>
      <p className="cluster soft small">
        {session.ip && <span>{session.ip}</span>}
        <span>
          {t("profile.security.lastUsed")} <DateTime value={session.last_used_at} />
        </span>
      </p>
      {!session.is_current && (
        <Button isBusy={isBusy} onClick={() => onEnd(session.id)} aria-label={`${t("nav.signOut")}: ${device}`}>
          {t("nav.signOut")}
        </Button>
      )}
    </li>
  );
}
