import { Link } from "react-router";
import { pathTo } from "../generated/paths";
import { useLang, useSite } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./Footer.module.css";
import { LanguageLinks } from "./header/LanguageSwitcher";

export function Footer() {
  const { t } = useTranslation();
  const lang = useLang();
  const { name, tagline } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <p className={styles.name}>{name}</p>
          {tagline && <p className="soft">{tagline}</p>}
        </div>
        <nav className={styles.links} aria-label={t("nav.more")}>
          <Link to={pathTo.about({ lang })}>{t("nav.about")}</Link>
          <Link to={pathTo.contact({ lang })}>{t("nav.contact")}</Link>
          <Link to={pathTo.resources({ lang })}>{t("nav.resources")}</Link>
          <Link to={pathTo.search({ lang })}>{t("nav.search")}</Link>
        </nav>
        <nav className={styles.links} aria-label={t("nav.language")}>
          <LanguageLinks />
        </nav>
      </div>
    </footer>
  );
}
