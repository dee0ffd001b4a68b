import { Navigate, Outlet } from "react-router";
import { pathTo } from "../generated/paths";
import { findLocalPath } from "../lib/address";
import { usePage } from "../lib/context";
import { useTranslation } from "../lib/texts";
import styles from "./AuthLayout.module.css";
import { SiteName } from "./header/Header";
import { LanguageSwitcher } from "./header/LanguageSwitcher";
import { SchemeToggle } from "./header/SchemeToggle";

/** The account screens: one card, nothing to distract. Whoever is signed in has nothing to do at the first two. */
export function AuthLayout() {
  const { t } = useTranslation();
  const { screen, lang, query, visitor } = usePage();
  // A link from a mail is for whoever holds it, signed in or not.
  if (visitor && (screen === "signin" || screen === "signup") && !query.token_hash) {
    return <Navigate to={findLocalPath(query.next) ?? pathTo.home({ lang })} replace />;
  }
  return (
    <>
      <header className={styles.header}>
        <SiteName />
        <div className={styles.tools}>
          <LanguageSwitcher />
          <SchemeToggle />
        </div>
      </header>
      <main id="content" className={styles.main} aria-label={t("nav.account")}>
        <div className={styles.card}>
          <Outlet />
        </div>
      </main>
    </>
  );
}
