import { useState } from "react";
import { Button } from "../../../components/Button";
import { Notice } from "../../../components/feedback/Notice";
import type { ProfilePayload } from "../../../generated/payloads";
import { undoClaim } from "../../../lib/api/booking/claims";
import { usePart } from "../../../lib/parts/usePart";
import { useQuickAction } from "../../../lib/requests/useQuickAction";
import { useTranslation } from "../../../lib/texts";
import styles from "../Profile.module.css";

interface Props {
  profile: Pick<ProfilePayload, "email" | "mayHaveBooked" | "claims">;
}

const loadDialog = () => import("./ClaimDialog").then((module) => module.ClaimDialog);

/** The offer to take over what was booked without an account; and what was taken over, to give it back. */
export function Claims({ profile }: Props) {
  const { t } = useTranslation();
  const dialog = usePart(loadDialog, "ticket");
  // Each press opens a new dialog.
  const [round, setRound] = useState(0);
  const handleOpen = () => {
    setRound(round + 1);
    dialog.want();
  };
  const open = (
    <Button look={profile.mayHaveBooked ? "primary" : "quiet"} size="small" onClick={handleOpen}>
      {t("profile.claims.open")}
    </Button>
  );
  return (
    <div className={styles.claims}>
      {profile.mayHaveBooked ? <Notice action={open}>{t("profile.claims.offer")}</Notice> : open}
      {profile.claims.length > 0 && (
        <ul className="rows">
          {profile.claims.map((claim) => (
            <Taken key={claim.guestId} claim={claim} />
          ))}
        </ul>
      )}
      {dialog.Part && <dialog.Part key={round} email={profile.email} />}
    </div>
  );
}

function Taken({ claim }: { claim: ProfilePayload["claims"][number] }) {
  const { t } = useTranslation();
  const { run, isRunning } = useQuickAction();
  return (
    <li className={styles.claim}>
      <span className="small">{t("profile.claims.taken", { name: claim.name, count: claim.bookings })}</span>
      <Button
        look="quiet"
        size="small"
        isBusy={isRunning}
        aria-label={t("profile.claims.undoOf", { name: claim.name })}
        onClick={() => run(() => undoClaim(claim.guestId), t("profile.claims.undone"))}
      >
        {t("profile.claims.undo")}
      </Button>
    </li>
  );
}
