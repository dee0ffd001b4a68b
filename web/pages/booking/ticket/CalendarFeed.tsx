import { useState } from "react";
import { Button } from "../../../components/Button";
import { TextField } from "../../../components/fields/Field";
import { useHydrated } from "../../../lib/format/useTimeZone";
import { useTranslation } from "../../../lib/texts";
import styles from "./CalendarFeed.module.css";

interface Props {
  path: string;
}

/** The private address under which a calendar program follows all of a member's bookings. */
export function CalendarFeed({ path }: Props) {
  const { t } = useTranslation();
  const [isCopied, setCopied] = useState(false);
  // The server renders the path; the copied address needs the host too.
  const isHydrated = useHydrated();
  const address = isHydrated ? new URL(path, location.href).href : path;
  // Only on https and localhost may a page write to the clipboard; elsewhere the field is there to copy from.
  const canCopy = isHydrated && "clipboard" in navigator;

  const handleCopy = async () => {
    await navigator.clipboard.writeText(address);
    setCopied(true);
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
        {canCopy && <Button onClick={handleCopy}>{t(isCopied ? "book.feed.copied" : "book.feed.copy")}</Button>}
      </div>
    </details>
  );
}
