import { useEffect, useState } from "react";
import { nameDevice } from "../../../auth/factors/device";
import {
  endSession,
  listPlaces,
  listSessions,
  type OwnSession,
  type Place,
  signOutElsewhere,
} from "../../../auth/ownAccount";
import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import { FailureNotice } from "../../../components/feedback/FailureNotice";
import { ListState } from "../../../components/feedback/ListState";
import { Tag } from "../../../components/Tag";
import { useLang } from "../../../lib/context";
import { formatCountry } from "../../../lib/format/format";
import { useAction } from "../../../lib/requests/useAction";
import { useFetched } from "../../../lib/requests/useFetched";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "../Profile.module.css";
import { SignOutEverywhere } from "./SignOutEverywhere";

/** Every browser that is signed in, with the way to end one of them, the others, or all. */
export function Sessions() {
  const { t } = useTranslation();
  const { value: sessions, failure, isLoading, fetch } = useFetched(listSessions);
  const places = usePlaces();
  const ending = useAction(endSession);
  const endingOthers = useAction(signOutElsewhere);

  // A device may have signed out by itself while this page was in the background.
  useEffect(() => {
    const handleShown = () => document.visibilityState === "visible" && fetch();
    document.addEventListener("visibilitychange", handleShown);
    return () => document.removeEventListener("visibilitychange", handleShown);
  }, [fetch]);

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
              <SessionItem
                key={session.id}
                session={session}
                place={places[session.id]}
                isBusy={ending.isRunning}
                onEnd={handleEnd}
              />
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

/** Beside the list, which does not wait for it. */
function usePlaces(): Readonly<Record<string, Place>> {
  const lang = useLang();
  const [places, setPlaces] = useState<Readonly<Record<string, Place>>>({});
  useEffect(() => {
    let isCurrent = true;
    listPlaces(lang).then((found) => isCurrent && setPlaces(found));
    return () => {
      isCurrent = false;
    };
  }, [lang]);
  return places;
}

interface ItemProps {
  session: OwnSession;
  place: Place | undefined;
  isBusy: boolean;
  onEnd: (id: string) => void;
}

function SessionItem({ session, place, isBusy, onEnd }: ItemProps) {
  const { t } = useTranslation();
  const device = nameDevice(session.user_agent) || t("profile.security.unknownDevice");
  return (
    <li className={styles.thing}>
      <p className="cluster">
        <strong>{device}</strong>
        {session.is_current && <Tag tone="good">{t("profile.security.here")}</Tag>}
      </p>
      <p className="cluster soft small">
        {place && <PlaceName place={place} />}
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

function PlaceName({ place: { city, country } }: { place: Place }) {
  const { t } = useTranslation();
  const lang = useLang();
  const land = country ? formatCountry(lang, country) : "";
  if (!city) return <span>{t("profile.security.inCountry", { country: land })}</span>;
  if (!land) return <span>{t("profile.security.near", { city })}</span>;
  return <span>{t("profile.security.nearIn", { city, country: land })}</span>;
}
