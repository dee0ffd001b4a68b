import { Link } from "react-router";
import { SearchBox } from "../../components/fields/SearchBox";
import { MenuIcon, SearchIcon } from "../../components/icons";
import { pathTo } from "../../generated/paths";
import { useLang, useSite } from "../../lib/context";
import { useTranslation } from "../../lib/texts";
import { LOGO, sourceOf } from "../../lib/uploads/pictures";
import { AccountMenu } from "./AccountMenu";
import styles from "./Header.module.css";
import { LanguageSwitcher } from "./LanguageSwitcher";
import { MainNav } from "./MainNav";
import { Menu } from "./Menu";
import { SchemeToggle } from "./SchemeToggle";

/** At 360 px: the site's name, search, language, account, menu. From 1024 px the menu's links stand in a row. */
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
          <Link className={styles.searchLink} to={pathTo.search({ lang })} aria-label={t("nav.search")}>
            <SearchIcon />
          </Link>
          <LanguageSwitcher />
          <div className={styles.wide}>
            <SchemeToggle />
          </div>
          <AccountMenu />
          <Menu label={t("nav.menu")} summary={<MenuIcon />} only="narrow">
            <MainNav />
            <SchemeToggle hasLabel />
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
      {logoUrl ? <img className={styles.logo} {...sourceOf(logoUrl, LOGO)} alt="" /> : <Roof />}
      <span className={styles.nameText}>{name}</span>
    </Link>
  );
}

/** The default logo: a roof. */
function Roof() {
  return (
    <svg className={styles.logo} viewBox="0 0 32 32" aria-hidden="true">
      <path d="M16 4 2 14h28Z" fill="var(--warm)" />
      <path d="M6 16h3v10H6zM14.5 16h3v10h-3zM23 16h3v10h-3zM3 27h26v2.5H3z" fill="var(--accent)" />
    </svg>
  );
}
