import { useEffect, useRef } from "react";
import { Link, useLocation } from "react-router";
import { AccountMenu } from "../../../app/header/AccountMenu";
import { SiteName } from "../../../app/header/Header";
import { LanguageSwitcher } from "../../../app/header/LanguageSwitcher";
import { SchemeToggle } from "../../../app/header/SchemeToggle";
import { pathTo } from "../../../generated/paths";
import { useLang } from "../../../lib/context";
import { useTranslation } from "../../../lib/texts";
import { AreaIcon } from "./AreaIcon";
import { AreaLinks } from "./AreaLinks";
import { AreaTabs } from "./AreaTabs";
import styles from "./Frame.module.css";
import { useAreas } from "./useAreas";

interface Props {
  /** Without areas: a task of its own, such as the setup guide. */
  isFocused?: boolean;
  children: React.ReactNode;
}

/** The frame of the administration: a sidebar on wide screens, a bar at the foot on phones. */
export function AdminFrame({ isFocused = false, children }: Props) {
  const { t } = useTranslation();
  const lang = useLang();
  const areas = useAreas();
  const sidebar = useSidebar();
  return (
    <div className={styles.frame} data-focused={isFocused || undefined}>
      <a className={styles.skip} href="#content">
        {t("nav.skip")}
      </a>
      <header className={styles.header}>
        <div className={styles.brand}>
          <SiteName />
        </div>
        <Link className={styles.outside} to={pathTo.home({ lang })}>
          <AreaIcon name="outside" />
          <span>{t("admin.seeSite")}</span>
        </Link>
        <div className={styles.tools}>
          <LanguageSwitcher />
          <div className={styles.scheme}>
            <SchemeToggle />
          </div>
          <AccountMenu />
        </div>
      </header>
      {!isFocused && (
        <nav ref={sidebar} className={styles.sidebar} aria-label={t("admin.areas")}>
          <AreaLinks areas={areas} />
        </nav>
      )}
      <main id="content" className={styles.main} tabIndex={-1}>
        {children}
      </main>
      {!isFocused && <AreaTabs areas={areas} />}
    </div>
  );
}

/** Keeps the link of the current area in sight where the sidebar is longer than the window. */
function useSidebar() {
  const { pathname } = useLocation();
  const sidebar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each page.
  useEffect(() => {
    sidebar.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [pathname]);
  return sidebar;
}
