import { useEffect, useState } from "react";
import { useBlocker, useLocation } from "react-router";
import { findUnsaved } from "../../lib/forms/unsaved";
import { inLanguage } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { ConfirmDialog } from "../dialogs/ConfirmDialog";

/**
 * Asks before unsaved changes are left (`useUnsaved`): by a link, by the back button, and by closing the window. Once on a
 * page. Going to the same page in another language leaves nothing.
 */
export function LeaveGuard() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [isKept, setKept] = useState(true);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    const unsaved = findUnsaved();
    // A step taken right after leaving may still find this guard standing; it is not its business any more.
    const isHere = isSamePage(currentLocation.pathname, pathname);
    if (!unsaved || !isHere || isSamePage(nextLocation.pathname, pathname) || isAfterSaving(nextLocation.state))
      return false;
    setKept(unsaved.hasDraft);
    return true;
  });

  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (findUnsaved()?.isSafe === false) event.preventDefault();
    };
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, []);

  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked"}
      title={t("draft.leave.title")}
      confirm={t("draft.leave.confirm")}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t(isKept ? "draft.leave.kept" : "draft.leave.lost")}</p>
    </ConfirmDialog>
  );
}

function isSamePage(one: string, other: string): boolean {
  return inLanguage(one, "en") === inLanguage(other, "en");
}

/** The save itself moves on before the form has heard that nothing is unsaved any more. */
function isAfterSaving(state: unknown): boolean {
  return typeof state === "object" && state !== null && "isSaved" in state;
}
