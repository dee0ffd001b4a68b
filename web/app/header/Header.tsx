import { Link } from "react-router";
import { SearchBox } from "../../components/fields/SearchBox";
import { MenuIcon, SearchIcon } from "../../components/icons";
import { Menu } from "../../components/Menu";
import { pathTo } from "../../generated/paths";
import { useLang, useSite } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { LOGO, sourceOf } from "../../lib/uploads/pictures";
import { AccountMenu } from "./AccountMenu";
import styles from "./Header.module.css";
import { LanguageSwitcher } from "./LanguageSwitcher";
import { MainNav } from "./MainNav";
import { Notifications } from "./Notifications";
import { SchemeToggle } from "./SchemeToggle";

/** On a phone the site's name, search, language, notifications, account; the areas are at the foot of the window. */
export function Header() {
  const { t } = useTranslation();
  const lang = useLang();
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <SiteName />
        <nav className={styles.wide} aria-label={t("nav.main")}>
          <MainNav />
        </nav>
        <div className={styles.tools}>
          <div className={styles.search}>
            <SearchBox />
          </div>
          <Link
            className={`${styles.tool} ${styles.searchLink}`}
            to={pathTo.search({ lang })}
            aria-label={t("nav.search")}
          >
            <SearchIcon />
          </Link>
          <LanguageSwitcher />
          <div className={styles.wide}>
            <SchemeToggle />
          </div>
          <Notifications />
          <AccountMenu />
          {/* For text at twice its size: too narrow for the areas in a row, too wide for the navigation of phones. */}
          <Menu label={t("nav.menu")} summary={<MenuIcon />} only="grown">
            <MainNav />
          </Menu>
        </div>
      </div>
    </header>
  );
}

export function SiteName() {
  const lang = useLang();
  const { name, logoUrl } = useSite();
  return (
    <Link className={styles.name} to={pathTo.home({ lang })}>
      {logoUrl ? <img className={styles.logo} data-avatar {...sourceOf(logoUrl, LOGO)} alt="" /> : <DefaultLogo />}
      <span className={styles.nameText}>{name}</span>
    </Link>
  );
}

/** Of a site without one: a roof on three posts. */
function DefaultLogo() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M16 3c2 4 7 8 14 9.5L28.5 15h-25L2 12.5C9 11 14 7 16 3z" fill="var(--glow)" />
      <path d="M6 17h3v9H6zM14.5 17h3v9h-3zM23 17h3v9h-3zM3 27h26v2.5H3z" />
    </svg>
  );
}
