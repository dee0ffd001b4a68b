import { DateTime } from "../../../components/DateTime";
import type { OwnPerspective } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import styles from "../Profile.module.css";

interface Props {
  perspectives: readonly OwnPerspective[];
}

/** When an administrator saw the site as the member does, and why. */
export function Perspectives({ perspectives }: Props) {
  const { t } = useTranslation();
  if (perspectives.length === 0) return <p className="soft">{t("profile.security.perspectivesNone")}</p>;
  return (
    <ul className={styles.list}>
      {perspectives.map(({ id, startedAt, reason }) => (
        <li key={id} className={styles.thing}>
          <DateTime value={startedAt} />
          <p className="soft small">{reason}</p>
        </li>
      ))}
    </ul>
  );
}
