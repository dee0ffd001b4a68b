import { useState } from "react";
import { Button } from "../../../components/Button";
import { ConfirmDialog } from "../../../components/dialogs/ConfirmDialog";
import { TextField } from "../../../components/fields/Field";
import { renewCalendarFeed } from "../../../lib/api/booking/bookings";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { useAction, useRefresh } from "../../../lib/requests/useAction";
import { useTranslation } from "../../../lib/texts";
import { showToast } from "../../../lib/toasts";
import styles from "./CalendarFeed.module.css";

interface Props {
  path: string;
}

/** The private address under which a calendar program follows all of a member's bookings. A leaked one is replaced. */
export function CalendarFeed({ path }: Props) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const renew = useAction(renewCalendarFeed);
  const refresh = useRefresh();
  // The server renders the path; the copied address needs the host too.
  const isHydrated = useHydrated();
  const address = isHydrated ? new URL(path, location.href).href : path;
  // Only on https and localhost may a page write to the clipboard; elsewhere the field is there to copy from.
  const canCopy = isHydrated && "clipboard" in navigator;

  const handleCopy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
  };

  const handleRenew = async () => {
    if ((await renew.run())?.failure !== null) return;
    setAsked(false);
    setCopied(false);
    showToast(t("book.feed.renew.done"), { tone: "success" });
    await refresh();
  };

  return (
    <details className={styles.feed}>
      <summary>{t("book.feed.title")}</summary>
      <div className="stack">
        <p className="small">{t("book.feed.text")}</p>
        <TextField
          label={t("book.feed.address")}
          required
          readOnly
          value={address}
          onFocus={(event) => event.target.select()}
        />
        <div className="cluster">
          {canCopy && <Button onClick={handleCopy}>{t(isCopied ? "book.feed.copied" : "book.feed.copy")}</Button>}
          <Button look="quiet" onClick={() => setAsked(true)}>
            {t("book.feed.renew")}
          </Button>
        </div>
      </div>
      <ConfirmDialog
        isOpen={isAsked}
        title={t("book.feed.renew")}
        confirm={t("book.feed.renew")}
        isDanger
        isBusy={renew.isRunning}
        failure={renew.failure}
        onConfirm={handleRenew}
        onClose={() => setAsked(false)}
      >
        <p>{t("book.feed.renew.text")}</p>
      </ConfirmDialog>
    </details>
  );
}
