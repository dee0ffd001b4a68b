import { Link } from "react-router";
import { pathTo } from "../generated/paths";
import { useLang, useSite } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./Footer.module.css";
import { SiteName } from "./header/Header";
import { LanguageLinks } from "./header/LanguageSwitcher";

export function Footer() {
  const { t } = useTranslation();
  const lang = useLang();
  const { tagline } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <SiteName />
          {tagline && <p>{tagline}</p>}
        </div>
        <nav className={styles.links} aria-label={t("nav.more")}>
          <p className={styles.title}>{t("nav.more")}</p>
          <Link to={pathTo.about({ lang })}>{t("nav.about")}</Link>
          <Link to={pathTo.contact({ lang })}>{t("nav.contact")}</Link>
          <Link to={pathTo.resources({ lang })}>{t("nav.resources")}</Link>
          <Link to={pathTo.search({ lang })}>{t("nav.search")}</Link>
        </nav>
        <nav className={styles.links} aria-label={t("nav.language")}>
          <p className={styles.title}>{t("nav.language")}</p>
          <LanguageLinks />
        </nav>
      </div>
    </footer>
  );
}
