import { Button } from "../../../components/Button";
import { DateTime } from "../../../components/DateTime";
import type { AdminEarlierAppearance } from "../../../generated/payloads";
import { useTranslation } from "../../../lib/texts";
import { PRESETS } from "../../../theme/accents";
import styles from "./Choices.module.css";

interface Props {
  earlier: readonly AdminEarlierAppearance[];
  isBusy: boolean;
  onRestore: (id: number) => void;
}

/** Earlier appearances of the site; restoring one can be undone in the same way. */
export function Earlier({ earlier, isBusy, onRestore }: Props) {
  const { t } = useTranslation();
  if (earlier.length === 0) return null;
  return (
    <section className={styles.choice} aria-labelledby="earlier-title">
      <h2 id="earlier-title" className={styles.heading}>
        {t("admin.appearance.earlier")}
      </h2>
      <ul className={styles.earlier}>
        {earlier.map((one) => (
          <li key={one.id}>
            <span className={styles.dot} style={{ background: one.accent ?? PRESETS[one.preset].seed }} />
            <span className={styles.earlierText}>
              {t(`admin.appearance.preset.${one.preset}`)}
              <small>
                <DateTime value={one.replacedAt} />
                {one.replacedBy && ` · ${one.replacedBy}`}
              </small>
            </span>
            <Button look="quiet" isBusy={isBusy} onClick={() => onRestore(one.id)}>
              {t("admin.appearance.restore")}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
