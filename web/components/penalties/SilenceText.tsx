import type { Visitor } from "../../lib/page";
import { useTranslation } from "../../lib/texts";
import { DateTime } from "../DateTime";
import styles from "../feedback/ConsentNotice.module.css";
import { Notice } from "../feedback/Notice";
import { reasonText } from "./reasons";

/** Until when the member may not write, and why. */
export function SilenceText({ silence }: { silence: NonNullable<Visitor["silence"]> }) {
  const { t } = useTranslation();
  return (
    <div className={styles.above}>
      <Notice tone="note">
        <DateTime
          value={silence.until}
          say={(when) => t("nav.silenced", { when, reason: reasonText(t, silence.reason) || t("penalty.byReports") })}
        />
      </Notice>
    </div>
  );
}
