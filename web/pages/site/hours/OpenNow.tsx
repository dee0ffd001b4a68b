import type { Opening } from "../../../generated/payloads";
import { useLang, useSite } from "../../../lib/context";
import { openState } from "../../../lib/format/openingHours";
import { useNow } from "../../../lib/format/useNow";
import { useTranslation } from "../../../lib/texts";
import styles from "./OpenNow.module.css";

interface Props {
  opening: Opening;
  look?: "plain" | "pill";
}

/**
 * Whether the site is open, and until when or from when. The first render is of the minute in which the server rendered
 * the page, which the page cache keeps no longer than the next change; after that the browser's clock decides.
 */
export function OpenNow({ opening, look = "plain" }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const { timeZone } = useSite();
  const { isOpen, text } = openState(t, lang, opening.times, timeZone, useNow());
  return (
    <p
      className={styles.state}
      data-open={isOpen || undefined}
      data-pill={look === "pill" || undefined}
      data-testid="open-now"
      suppressHydrationWarning
    >
      {text}
    </p>
  );
}
