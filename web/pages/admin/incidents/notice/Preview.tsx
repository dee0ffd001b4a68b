import type { IncidentText } from "../../../../generated/payloads";
import { HTML_LANG } from "../../../../lib/i18n";
import styles from "../Incidents.module.css";

/** The text as the email and the member's page show it. */
export function Preview({ notice }: { notice: Pick<IncidentText, "language" | "subject" | "body"> }) {
  return (
    <div className={styles.paper} lang={HTML_LANG[notice.language]} translate="no">
      <h3>{notice.subject}</h3>
      <p className={styles.text}>{notice.body}</p>
    </div>
  );
}
