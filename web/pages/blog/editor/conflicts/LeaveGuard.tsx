import { useEffect } from "react";
import { useBlocker, useLocation } from "react-router";
import { ConfirmDialog } from "../../../../components/ConfirmDialog";
import { inLanguage } from "../../../../lib/page";
import { useTranslation } from "../../../../lib/texts";

interface Props {
  isChanged: boolean;
  /** The server has everything as a draft: closing the window loses nothing. */
  isSafe: boolean;
}

/** Asks before unsaved changes are left. Going to the same page in another language leaves nothing. */
export function LeaveGuard({ isChanged, isSafe }: Props) {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const blocker = useBlocker(({ currentLocation, nextLocation }) => {
    // A step taken right after leaving may still find this guard standing; it is not its business any more.
    const isHere = isSamePage(currentLocation.pathname, pathname);
    return isChanged && isHere && !isSamePage(nextLocation.pathname, pathname) && !isAfterSaving(nextLocation.state);
  });

  useEffect(() => {
    if (!isChanged || isSafe) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [isChanged, isSafe]);

  return (
    <ConfirmDialog
      isOpen={blocker.state === "blocked"}
      title={t("blog.write.leaveTitle")}
      confirm={t("blog.write.leave")}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    >
      <p>{t("blog.write.leaveText")}</p>
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
