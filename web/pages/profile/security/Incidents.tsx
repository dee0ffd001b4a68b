import { DateTime } from "../../../components/DateTime";
import type { OwnIncidentNotice } from "../../../generated/payloads";
import { HTML_LANG } from "../../../lib/i18n";
import styles from "../Profile.module.css";

interface Props {
  incidents: readonly OwnIncidentNotice[];
}

/** The notices that the member got of incidents with their data. */
export function Incidents({ incidents }: Props) {
  return (
    <ul className={styles.list}>
      {incidents.map(({ id, language, subject, body, notifiedAt }) => (
        <li key={id} className={styles.thing}>
          <h3 lang={HTML_LANG[language]} translate="no">
            {subject}
          </h3>
          <p className="soft small">
            <DateTime value={notifiedAt} />
          </p>
          <p className={styles.notice} lang={HTML_LANG[language]} translate="no">
            {body}
          </p>
        </li>
      ))}
    </ul>
  );
}
