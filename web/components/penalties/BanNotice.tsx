import { useEffect } from "react";
import { findBan } from "../../auth/ban";
import { usePart } from "../../lib/parts/usePart";
import { useTranslation } from "../../lib/texts";
import { DateTime } from "../DateTime";
import { Notice } from "../feedback/Notice";

/** Later ends are none. */
const TEN_YEARS = 10 * 365 * 24 * 3600 * 1000;

const loadReason = () => import("./BanReason").then((module) => module.BanReason);

/** Why the user who gave the right password cannot sign in, and until when. */
export function BanNotice() {
  const { t } = useTranslation();
  const ban = findBan();
  const { Part: Reason, want } = usePart(loadReason, "editor");
  const hasReason = Boolean(ban?.reason);
  useEffect(() => {
    if (hasReason) want();
  }, [hasReason, want]);
  if (!ban) return null;
  const isEndless = Date.parse(ban.until) - Date.now() > TEN_YEARS;
  return (
    <Notice tone="note">
      {!isEndless && <DateTime value={ban.until} say={(when) => t("signin.bannedUntil", { when })} />}
      {ban.reason && Reason && <Reason reason={ban.reason} />}
    </Notice>
  );
}
