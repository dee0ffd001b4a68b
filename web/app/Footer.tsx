import { Link } from "react-router";
import { useSite } from "../lib/context";
import { HTML_LANG } from "../lib/i18n";
import { useTranslation } from "../lib/texts";
import styles from "./Footer.module.css";
import { SiteName } from "./header/Header";
import { LanguageLinks } from "./header/LanguageSwitcher";
import { useMenu } from "./useMenu";

export function Footer() {
  const { t } = useTranslation();
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
          {useMenu("footer").map(({ path, name, lang, isOutside }) =>
            isOutside ? (
              <a key={path} href={path} lang={lang && HTML_LANG[lang]}>
                {name}
              </a>
            ) : (
              <Link key={path} to={path} lang={lang && HTML_LANG[lang]}>
                {name}
              </Link>
            ),
          )}
        </nav>
        <nav className={styles.links} aria-label={t("nav.language")}>
          <p className={styles.title}>{t("nav.language")}</p>
          <LanguageLinks />
        </nav>
      </div>
    </footer>
  );
}
