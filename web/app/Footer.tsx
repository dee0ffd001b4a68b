import { Link } from "react-router";
import { useLang, useSite } from "../lib/context";
import { weekLines } from "../lib/format/openingHours";
import { HTML_LANG } from "../lib/i18n";
import { useTranslation } from "../lib/texts";
import styles from "./Footer.module.css";
import { SiteName } from "./header/Header";
import { LanguageLinks } from "./header/LanguageSwitcher";
import { useMenu } from "./useMenu";

export function Footer() {
  const { t } = useTranslation();
  const lang = useLang();
  const { tagline, address, hours } = useSite();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <div className={styles.about}>
          <SiteName />
          {tagline && <p>{tagline}</p>}
          {address && <p className={styles.address}>{address}</p>}
        </div>
        {hours && (
          <div className={styles.hours}>
            <p className={styles.title}>{t("home.hours")}</p>
            {weekLines(t, lang, hours, "shortWeekday").map((line) => (
              <p key={line.days} suppressHydrationWarning>
                {line.days} {line.hours}
              </p>
            ))}
          </div>
        )}
        <nav className={styles.links} aria-label={t("nav.more")}>
          <p className={styles.title}>{t("nav.more")}</p>
          {useMenu("footer").map(({ key, path, name, lang: written, isOutside }) =>
            isOutside ? (
              <a key={key} href={path} lang={written && HTML_LANG[written]}>
                {name}
              </a>
            ) : (
              <Link key={key} to={path} lang={written && HTML_LANG[written]}>
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
