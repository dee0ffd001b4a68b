import { MoonIcon, SunIcon } from "../../components/icons";
import { toggleScheme } from "../../lib/scheme";
import { useTranslation } from "../../lib/texts";
import styles from "./SchemeToggle.module.css";

interface SchemeToggleProps {
  /** Its icon stands alone. Without, its name is beside the icon, as in a menu. */
  className?: string;
}

/** Light or dark. Both icons are rendered and CSS shows the other scheme's: the server does not know which one applies. */
export function SchemeToggle({ className }: SchemeToggleProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={className}
      aria-label={className ? t("nav.scheme") : undefined}
      onClick={toggleScheme}
    >
      <span className={styles.toDark}>
        <MoonIcon />
      </span>
      <span className={styles.toLight}>
        <SunIcon />
      </span>
      {!className && t("nav.scheme")}
    </button>
  );
}
