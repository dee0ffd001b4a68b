import { MoonIcon, SunIcon } from "../../components/icons";
import { toggleScheme } from "../../lib/scheme";
import { useTranslation } from "../../lib/texts";
import styles from "./SchemeToggle.module.css";

interface SchemeToggleProps {
  /** Its name stands beside the icon, as in a menu. */
  hasLabel?: boolean;
}

/** Light or dark. Both icons are rendered and CSS shows the other scheme's: the server does not know which one applies. */
export function SchemeToggle({ hasLabel = false }: SchemeToggleProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={styles.button}
      data-labelled={hasLabel || undefined}
      aria-label={hasLabel ? undefined : t("nav.scheme")}
      onClick={toggleScheme}
    >
      <span className={styles.toDark}>
        <MoonIcon />
      </span>
      <span className={styles.toLight}>
        <SunIcon />
      </span>
      {hasLabel && t("nav.scheme")}
    </button>
  );
}
